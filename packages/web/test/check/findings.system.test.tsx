import '../../src/styles/main.css';
import { parseRobotsTxt } from '@repkit/core';
import { lint } from '@repkit/core/analysis';
import { expect, test } from 'vitest';
import { FindingList, type FindingListProps } from '../../src/check/findings.js';
import { fix } from '../../src/worker/fix.js';
import { findingsOf } from '../../src/worker/lint.js';
import { showInApp } from '../support/show-in-app.js';
import { en, ja } from '../support/texts.js';

function findings(robotsTxt: string, props: Partial<FindingListProps> = {}) {
  return (
    <FindingList
      diagnostics={findingsOf(parseRobotsTxt(robotsTxt))}
      isStale={false}
      hasFailed={false}
      onGoTo={() => {}}
      onFix={() => {}}
      fixOf={async (diagnostic) => fix({ robotsTxt, dialect: 'rfc9309', diagnostic })}
      {...props}
    />
  );
}

const FIXABLE = 'User-agent: *\nDissallow: /x\nFoo: bar\n';

test('lists each problem with a link to its line, and applies safe fixes', async () => {
  const lines: string[] = [];
  const fixed: string[] = [];
  const redundant = 'User-agent: *\nDisallow: /x\nDisallow: /x/y\n';
  const { root } = await showInApp(
    findings(redundant, {
      onGoTo: ({ code }) => lines.push(code),
      onFix: (text) => fixed.push(text),
    }),
  );
  const count = lint(parseRobotsTxt(redundant)).length;
  expect(root.querySelector('[role=status]')?.textContent).toBe(
    en.fill(en.findings.count, { count }),
  );
  for (const button of root.querySelectorAll('button')) button.click();
  expect(lines).toEqual(['rule-changes-nothing']);
  await expect.poll(() => fixed).toEqual(['User-agent: *\nDisallow: /x\n']);
});

test('a fix that changes verdicts shows them, and asks before it is applied', async () => {
  const fixed: string[] = [];
  const { root } = await showInApp(findings(FIXABLE, { onFix: (text) => fixed.push(text) }));
  root.querySelector<HTMLElement>('li > .button')?.click();
  await expect
    .poll(() => root.querySelector('.fix-effects li')?.textContent)
    .toBe('blocks /x for all other crawlers (1996 draft)');
  expect(fixed).toEqual([]);
  root.querySelector<HTMLElement>('.fix-effects .button')?.click();
  expect(fixed).toEqual(['User-agent: *\nDisallow: /x\nFoo: bar\n']);
});

test('lists rules that one rule makes redundant once', async () => {
  const rules = ['/a', '/a/b', '/a/c', '/a/d'].map((path) => `Disallow: ${path}\n`).join('');
  const { root } = await showInApp(findings(`User-agent: *\n${rules}`));
  expect(root.querySelectorAll('li')).toHaveLength(1);
  expect(root.querySelector('.line-number')?.textContent).toBe('line 3 and 2 more');
});

test('explains problems in the language of the page, without the English message', async () => {
  const { root } = await showInApp(findings('Foo: bar\n'), { language: 'ja' });
  const { title, text: explanation } = ja.findings.text['unknown-field'] ?? {};
  const shown = root.querySelector('.finding-title') as Element;
  expect([shown.textContent, getComputedStyle(shown).fontWeight]).toEqual([title, '600']);
  const details = [...root.querySelectorAll('.finding-text')];
  expect(details.map(({ textContent }) => textContent)).toEqual([explanation]);
  expect(root.querySelector('[lang=en]')).toBeNull();
});

test('shows nothing before the first result and a message if there are no problems', async () => {
  const before = await showInApp(findings('', { diagnostics: undefined, isStale: true }));
  expect(before.root.textContent).toBe('');
  const after = await showInApp(findings(''));
  expect(after.root.textContent).toBe('No problems found');
});

test('opens the first three problems and folds the others', async () => {
  const { root } = await showInApp(findings(manyFields(5)));
  expect(root.querySelectorAll('section > ul > li')).toHaveLength(3);
  const folded = root.querySelectorAll('details:not([open]) > ul > li');
  expect(root.querySelector('summary')?.textContent).toBe(
    en.fill(en.findings.more, { count: folded.length }),
  );
});

const manyFields = (count: number) =>
  Array.from({ length: count }, (_, index) => `Foo${index}: bar\n`).join('');

test('limits the list and counts the remaining problems', async () => {
  const { root } = await showInApp(findings(manyFields(230), { isStale: true }));
  expect(root.querySelectorAll('li')).toHaveLength(200);
  expect(root.textContent).toContain('and 30 more');
  const fixes = [...root.querySelectorAll<HTMLButtonElement>('.button')];
  expect(fixes.every(({ disabled }) => disabled)).toBe(true);
});

test('sorts by severity, then by line', async () => {
  const { root } = await showInApp(
    findings('Foo: bar\nAllow: /\nUser-agent: *\nDissallow: /x\nAlow: /y\n'),
  );
  const severities = [...root.querySelectorAll('li')].map(({ className }) => className);
  expect(severities[0]).toBe('error');
  expect(severities.lastIndexOf('warning')).toBeLessThan(severities.indexOf('info'));
  const lines = [...root.querySelectorAll('.warning .finding .line-number')].map(
    ({ textContent }) => Number(textContent?.slice('line '.length)),
  );
  expect(lines).toEqual(lines.toSorted((line, nextLine) => line - nextLine));
});

test('disables stale fixes and later shows that checking is in progress', async () => {
  const { root, rerender } = await showInApp(findings(FIXABLE, { isStale: true }));
  const fixes = () => [...root.querySelectorAll<HTMLButtonElement>('.button')];
  expect(fixes().every(({ disabled }) => disabled)).toBe(true);
  const status = () => root.querySelector('[role=status]')?.textContent;
  await expect.poll(status).toBe(en.findings.checking);
  expect(fixes()).toEqual([]);
  await rerender(findings(FIXABLE));
  const diagnostics = lint(parseRobotsTxt(FIXABLE));
  expect([fixes().some(({ disabled }) => disabled), status()]).toEqual([
    ...[false, en.fill(en.findings.count, { count: diagnostics.length })],
  ]);
  expect(fixes()).toHaveLength(diagnostics.filter(({ fix }) => fix).length);
});

test('replaces the list with an error if the linter fails', async () => {
  const { root } = await showInApp(findings(FIXABLE, { isStale: true, hasFailed: true }));
  expect(root.textContent).toBe(en.failed);
});
