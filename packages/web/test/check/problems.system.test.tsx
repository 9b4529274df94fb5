import '../../src/styles/main.css';
import { parseRobotsTxt } from '@repkit/core';
import { lint } from '@repkit/core/analysis';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Problems } from '../../src/check/problems.js';
import type { Findings, Values } from '../../src/state/page-state.js';
import { InPageWorker } from '../support/in-page-worker.js';
import { showInApp } from '../support/show-in-app.js';
import { en, ja } from '../support/texts.js';

beforeEach(() => {
  vi.stubGlobal('Worker', InPageWorker);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Shows the problems of a file. */
async function problems(robotsTxt: string, values: Partial<Values> = {}) {
  const shown = await showInApp(<Problems />, { robotsTxt, ...values });
  await expect.poll(() => shown.root.querySelector('.findings')).not.toBeNull();
  const findings = shown.state.findings.value as Findings;
  /** Shows these findings, as if the page had not received the next ones. */
  const show = (shownFindings: Findings | 'failed') =>
    act(() => {
      shown.state.findings.value = shownFindings;
    });
  return { ...shown, show, findings, stale: { ...findings, robotsTxt: 'before' } };
}

const FIXABLE = 'User-agent: *\nDissallow: /x\nFoo: bar\n';

test('lists each problem with a link to its line, and applies safe fixes', async () => {
  const redundant = 'User-agent: *\nDisallow: /x\nDisallow: /x/y\n';
  const { root, state } = await problems(redundant);
  const count = lint(parseRobotsTxt(redundant)).length;
  expect(root.querySelector('[role=status]')?.textContent).toBe(en.fill(en.findings.count, { count }));
  for (const button of root.querySelectorAll('button')) button.click();
  expect([state.isEditing.value, state.revealed.value?.line]).toEqual([true, 3]);
  await expect.poll(() => state.robotsTxt.value).toBe('User-agent: *\nDisallow: /x\n');
});

test('a fix that changes verdicts shows them, and asks before it is applied', async () => {
  const { root, state } = await problems(FIXABLE);
  root.querySelector<HTMLElement>('li > .button')?.click();
  await expect
    .poll(() => root.querySelector('.fix-effects li')?.textContent)
    .toBe('blocks /x for all other crawlers (1996 draft)');
  expect(state.robotsTxt.value).toBe(FIXABLE);
  root.querySelector<HTMLElement>('.fix-effects .button')?.click();
  expect(state.robotsTxt.value).toBe('User-agent: *\nDisallow: /x\nFoo: bar\n');
});

test('reports a fix that cannot be computed', async () => {
  const { root } = await problems(FIXABLE);
  vi.spyOn(InPageWorker.prototype, 'postMessage').mockImplementation(function (this: EventTarget) {
    this.dispatchEvent(new Event('error'));
  });
  root.querySelector<HTMLElement>('li > .button')?.click();
  await expect.poll(() => root.querySelector('[role=alert]')?.textContent).toBe(en.failed);
  vi.restoreAllMocks();
});

test('lists rules that one rule makes redundant once', async () => {
  const rules = ['/a', '/a/b', '/a/c', '/a/d'].map((path) => `Disallow: ${path}\n`).join('');
  const { root } = await problems(`User-agent: *\n${rules}`);
  expect(root.querySelectorAll('li')).toHaveLength(1);
  expect(root.querySelector('.line-number')?.textContent).toBe('line 3 and 2 more');
});

test('explains problems in the language of the page, without the English message', async () => {
  const { root } = await problems('Foo: bar\n', { language: 'ja' });
  const { title, text: explanation } = ja.findings.text['unknown-field'] ?? {};
  const shown = root.querySelector('.finding-title') as Element;
  expect([shown.textContent, getComputedStyle(shown).fontWeight]).toEqual([title, '600']);
  const details = [...root.querySelectorAll('.finding-text')];
  expect(details.map(({ textContent }) => textContent)).toEqual([explanation]);
  expect(root.querySelector('[lang=en]')).toBeNull();
});

test('shows nothing before the first result and a message if there are no problems', async () => {
  const { root } = await showInApp(<Problems />, { robotsTxt: '' });
  expect(root.textContent).toBe('');
  await expect.poll(() => root.textContent).toBe('No problems found');
});

test('opens the first three problems and folds the others', async () => {
  const { root } = await problems(manyFields(5));
  expect(root.querySelectorAll('section > ul > li')).toHaveLength(3);
  const folded = root.querySelectorAll('details:not([open]) > ul > li');
  expect(root.querySelector('summary')?.textContent).toBe(en.fill(en.findings.more, { count: folded.length }));
});

const manyFields = (count: number) => Array.from({ length: count }, (_, index) => `Foo${index}: bar\n`).join('');

test('limits the list and counts the remaining problems', async () => {
  const { root, show, stale } = await problems(manyFields(230));
  await show(stale);
  expect(root.querySelectorAll('li')).toHaveLength(200);
  expect(root.textContent).toContain('and 30 more');
  const fixes = [...root.querySelectorAll<HTMLButtonElement>('.button')];
  expect(fixes.every(({ disabled }) => disabled)).toBe(true);
});

test('sorts by severity, then by line', async () => {
  const { root } = await problems('Foo: bar\nAllow: /\nUser-agent: *\nDissallow: /x\nAlow: /y\n');
  const severities = [...root.querySelectorAll('li')].map(({ className }) => className);
  expect(severities[0]).toBe('error');
  expect(severities.lastIndexOf('warning')).toBeLessThan(severities.indexOf('info'));
  const lines = [...root.querySelectorAll('.warning .finding .line-number')].map(({ textContent }) =>
    Number(textContent?.slice('line '.length)),
  );
  expect(lines).toEqual(lines.toSorted((line, nextLine) => line - nextLine));
});

test('disables stale fixes and later shows that checking is in progress', async () => {
  const { root, show, findings, stale } = await problems(FIXABLE);
  await show(stale);
  const fixes = () => [...root.querySelectorAll<HTMLButtonElement>('.button')];
  expect(fixes().every(({ disabled }) => disabled)).toBe(true);
  const status = () => root.querySelector('[role=status]')?.textContent;
  await expect.poll(status).toBe(en.findings.checking);
  expect(fixes()).toEqual([]);
  await show(findings);
  const diagnostics = lint(parseRobotsTxt(FIXABLE));
  expect([fixes().some(({ disabled }) => disabled), status()]).toEqual([
    ...[false, en.fill(en.findings.count, { count: diagnostics.length })],
  ]);
  expect(fixes()).toHaveLength(diagnostics.filter(({ fix }) => fix).length);
});

test('replaces the list with an error if the linter fails', async () => {
  const { root, show } = await problems(FIXABLE);
  await show('failed');
  expect(root.textContent).toBe(en.failed);
});
