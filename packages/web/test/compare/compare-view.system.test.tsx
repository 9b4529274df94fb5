import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ChangeList, CompareView, PreferenceChangeList, RecordChangeList, Verdict } from '../../src/compare/compare-view.js';
import { comparisonMarkdown } from '../../src/compare/markdown.js';
import { compare } from '../../src/worker/compare.js';
import type { Comparison } from '../../src/worker/requests.js';
import { HeldWorker } from '../support/held-worker.js';
import { InPageWorker } from '../support/in-page-worker.js';
import { showInApp } from '../support/show-in-app.js';
import { en } from '../support/texts.js';

beforeEach(() => {
  vi.stubGlobal('Worker', InPageWorker);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test('compares two versions, which can be copied and swapped', async () => {
  const { root, state, change } = await showInApp(<CompareView />, {
    before: 'User-agent: *\n',
    robotsTxt: 'User-agent: *\nDisallow: /x\n',
  });
  const outcome = () => root.querySelector('.outcome h2')?.textContent;
  await expect.poll(outcome).toMatch(/^Changes \d+ crawlers\. Newly blocked paths: 1\. /);
  const copy = button(root, en.compare.copyFromAfter);
  const swap = button(root, en.compare.swap);
  await act(() => copy.click());
  await expect.poll(outcome).toBe('The edit changes nothing.');
  await change({ robotsTxt: 'User-agent: *\n' });
  await expect.poll(() => root.querySelector('.newly-allowed')).not.toBeNull();
  await act(() => swap.click());
  expect([state.before.value, state.robotsTxt.value]).toEqual(['User-agent: *\n', 'User-agent: *\nDisallow: /x\n']);
  await expect.poll(() => root.querySelector('.newly-blocked')).not.toBeNull();
});

test('does not compare with the file of a site that cannot be reached', async () => {
  const fetchedFrom = { url: 'https://a.example/robots.txt', status: 503, effect: 'disallow-all', fetchedAt: 0 } as const;
  const before = 'User-agent: *\nDisallow: /x\n';
  const { root, change } = await showInApp(<CompareView />, { before, robotsTxt: '', fetchedFrom });
  const outcome = () => root.querySelector('.outcome h2')?.textContent;
  expect(outcome()).toMatch(/^https:\/\/a\.example\/robots\.txt cannot be reached \(503\)/);
  await change({ robotsTxt: 'User-agent: *\n', fetchedFrom: undefined });
  await expect.poll(outcome).toMatch(/^Changes \d+ crawlers\./);
});

test.each(['newly-blocked', 'newly-allowed'] as const)('%s: lists a change per rule that blocks', async (effect) => {
  const paths = ['/cart', '/checkout', '/products'];
  const open = 'User-agent: *\nAllow: /\n';
  const shop = `User-agent: *\n${paths.map((path) => `Disallow: ${path}\n`).join('')}`;
  const [before, robotsTxt] = effect === 'newly-blocked' ? [open, shop] : [shop, open];
  const { root } = await showInApp(<CompareView />, { before, robotsTxt });
  const textsOf = (selector: string) => [...root.querySelectorAll(selector)].map(({ textContent }) => textContent);
  await expect.poll(() => textsOf('.change h3 > code')).toEqual(paths);
  expect(textsOf('.change .witness code')).toEqual(paths);
});

test('shows the changed lines, and names them for screen readers', async () => {
  const { root } = await showInApp(<CompareView />, {
    before: 'User-agent: *\nDisallow: /search\nAllow: /search/help\n',
    robotsTxt: 'User-agent: *\nDisallow: /search\nDisallow: /*.pdf$\n',
  });
  const summary = () => root.querySelector('.versions')?.previousElementSibling?.previousElementSibling?.textContent;
  await expect.poll(summary).toBe('Removed lines: 3. Added lines: 3.');
  expect(root.querySelector('.cm-merge-a .cm-changedLine')?.textContent).toBe('Allow: /search/help');
  expect(root.querySelector('.cm-merge-b .cm-changedLine')?.textContent).toBe('Disallow: /*.pdf$');
});

test('lists all crawlers: changed without being named, named, and not affected', async () => {
  const { root } = await showInApp(<CompareView />, {
    before: 'User-agent: GPTBot\nDisallow: /x\n\nUser-agent: Googlebot\nDisallow: /y\n',
    robotsTxt: 'User-agent: GPTBot\nDisallow: /x\n\nUser-agent: Googlebot\nDisallow: /\n',
  });
  const lists = () => [...root.querySelectorAll('.crawler-lists details')].map(({ textContent }) => textContent);
  await expect.poll(() => lists().length).toBe(3);
  const [unnamed, named, unaffected] = lists();
  expect(unnamed).toContain('Googlebot-Image');
  expect(named).toBe('Named by the edit (1)Googlebot');
  expect(unaffected).toContain('GPTBot');
  expect(root.querySelector('.outcome h2')?.textContent).toMatch(/^Blocks everything for Googlebot,.* and \d+ more\.$/);
  expect(root.querySelector('.outcome p')?.textContent).toContain('Affected although the edit does not name them:');
});

test('exports the comparison as Markdown', () => {
  const comparison = compare({
    before: 'User-agent: *\n',
    after: 'User-agent: *\nDisallow: /a|b\n',
    dialect: 'rfc9309',
  });
  const lines = comparisonMarkdown(comparison, en).split('\n');
  expect(lines[0]).toMatch(/^## Changes \d+ crawlers\./);
  const row = lines.find((line) => line.startsWith('| Newly blocked | `/a\\|b` |'));
  expect(row).toMatch(/\| all other crawlers.* \| allowed \| blocked \(line 2\) \|$/);
  expect(lines.at(-2)).toMatch(/^\*\*Not affected \(\d+\)\*\*/);
});

const { changes } = compare({
  before: 'User-agent: *\nDisallow: /y\n',
  after: 'User-agent: *\nDisallow: /y\nDisallow: /x\n',
  dialect: 'rfc9309',
});

function button(root: HTMLElement, name: string): HTMLButtonElement {
  const found = [...root.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  if (found === undefined) throw new Error(`missing button ${name}`);
  return found;
}

describe('the list of changes', () => {
  test('shows path, crawler, example and the deciding rule on each side', async () => {
    const { root } = await showInApp(<ChangeList effect="newly-blocked" changes={changes} />);
    expect(root.querySelector('h3')?.textContent).toBe('/x*');
    expect(root.querySelector('.witness')?.textContent).toBe('Example: /x');
    const sides = [...root.querySelectorAll('.sides > div')].map((side) => side.textContent);
    expect(sides).toEqual([
      `${en.compare.before}allowed ${en.check.reason['no-rule']}`,
      `${en.compare.after}blocked line 3 Disallow: /x`,
    ]);
  });

  test('shows the deciding line and adds the example URL once', async () => {
    const { root, state } = await showInApp(<ChangeList effect="newly-blocked" changes={changes} />, { urls: '/a' });
    await act(() => button(root, 'Show line 3').click());
    expect(state.revealed.value?.line).toBe(3);
    await act(() => button(root, 'Add to the URLs').click());
    await act(() => button(root, 'Add to the URLs').click());
    expect(state.urls.value).toBe('/a\n/x\n');
  });

  test('shows thousands of changes in pages', async () => {
    const [change] = changes;
    if (change === undefined) throw new Error('missing change');
    const many = Array.from({ length: 120 }, (_, id) => ({ ...change, pattern: `/${id}` }));
    const { root } = await showInApp(<ChangeList effect="newly-blocked" changes={many} />);
    expect(root.querySelectorAll('li')).toHaveLength(50);
    await act(() => button(root, 'Show more (70)').click());
    await act(() => button(root, 'Show more (20)').click());
    expect(root.querySelectorAll('li')).toHaveLength(120);
    expect(root.querySelector('.more')).toBeNull();
  });

  test('is absent without changes', async () => {
    const { root } = await showInApp(<ChangeList effect="newly-allowed" changes={[]} />);
    expect(root.textContent).toBe('');
  });
});

async function outcomeText(comparison: Comparison | 'failed' | undefined): Promise<string | undefined> {
  const { root } = await showInApp(<Verdict comparison={comparison} />, { before: '#' });
  return root.querySelector('[role=status], [role=alert]')?.textContent ?? undefined;
}

const same = compare({ before: '', after: '', dialect: 'rfc9309' });

const blocked = compare({
  before: '',
  after: 'User-agent: *\nDisallow: /x\n',
  dialect: 'rfc9309',
});

test('reports that equivalence is proved', async () => {
  expect(await outcomeText(same)).toMatch(/^The edit changes nothing\.Proved: .* every URL/);
});

test('does not report an undecided result as equivalent', async () => {
  expect(await outcomeText({ ...same, equivalent: 'undecided', accessEquivalent: 'undecided' })).toMatch(
    /^The comparison is incomplete\..*may differ/,
  );
});

test('counts changes and says whether the list is complete', async () => {
  expect(await outcomeText(blocked)).toMatch(
    /^Changes \d+ crawlers\. Newly blocked paths: 1\. Newly allowed: 0\..*Proved complete/,
  );
  expect(await outcomeText({ ...blocked, complete: false })).toMatch(/there may be more/);
  expect(await outcomeText(undefined)).toBe('Comparing…');
  expect(await outcomeText('failed')).toBe(en.failed);
});

test('the comparison follows the texts and dialect, and disappears while they change', async () => {
  vi.stubGlobal('Worker', HeldWorker);
  const { root, state, change } = await showInApp(<CompareView />, {
    before: '#',
    robotsTxt: 'User-agent: *\nDisallow: /x*y\n',
  });
  const title = () => root.querySelector('.outcome h2')?.textContent;
  const witness = () => root.querySelector('.witness code')?.textContent;
  expect(title()).toBe('Comparing…');
  await act(() => HeldWorker.latest.answer('compare'));
  await expect.poll(witness).toBe('/xy');
  await change({ dialect: 'koster1996' });
  expect([title(), witness()]).toEqual(['Comparing…', undefined]);
  await act(() => HeldWorker.latest.answer('compare'));
  await expect.poll(witness).toBe('/x*y');
  await change({ before: state.robotsTxt.value });
  await act(() => HeldWorker.latest.answer('compare'));
  await expect.poll(title).toBe('The edit changes nothing.');
});

test('lists the records that changed, and calls the access the same', async () => {
  const group = 'User-agent: *\nDisallow: /a\n';
  const comparison = compare({
    before: `${group}Crawl-delay: 2\nSitemap: https://a.example/1\n`,
    after: `${group}Crawl-delay: 5\n`,
    dialect: 'rfc9309',
  });
  const { root } = await showInApp(
    <>
      <Verdict comparison={comparison} />
      <RecordChangeList changes={comparison.recordChanges} />
    </>,
  );
  expect(root.querySelector('.outcome h2')?.textContent).toBe('The edit changes no access, only other records.');
  expect([...root.querySelectorAll('.change')].map(({ textContent }) => textContent)).toEqual([
    'sitemapRemovedline 4 https://a.example/1',
    'crawl-delay*Removedline 3 2Addedline 3 5',
  ]);
});

test('shows all of many changed records, in pages', async () => {
  const [change] = compare({
    before: 'Sitemap: /a\n',
    after: '',
    dialect: 'rfc9309',
  }).recordChanges;
  if (change === undefined) throw new Error('missing change');
  const many = Array.from({ length: 51 }, (_, id) => ({ ...change, field: `field-${id}` }));
  const { root } = await showInApp(<RecordChangeList changes={many} />);
  expect(root.querySelectorAll('.change')).toHaveLength(50);
  await act(() => button(root, 'Show more (1)').click());
  expect(root.querySelectorAll('.change')).toHaveLength(51);
});

test('lists the preferences that changed, with an example', async () => {
  const group = 'User-agent: *\nDisallow: /a\nContent-Usage: train-ai=n\n';
  const { preferenceChanges } = compare({
    before: group,
    after: `${group}Content-Usage: /b train-ai=y\n`,
    dialect: 'rfc9309',
  });
  const { root } = await showInApp(<PreferenceChangeList changes={preferenceChanges} />);
  expect([...root.querySelectorAll('.change')].map(({ textContent }) => textContent)).toEqual([
    `Content-Usage: train-ai*Example: /b${en.compare.before}no${en.compare.after}yes`,
  ]);
  expect(root.querySelector('.witness')?.textContent).toBe('Example: /b');
});
