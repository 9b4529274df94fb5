import type { Column } from '../../src/check/rows.js';
import '../../src/styles/main.css';
import { decider } from '@repkit/core';
import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { analyze, type VerdictsResult } from '../../src/analysis/analyze.js';
import { NOT_GOVERNED } from '../../src/analysis/verdict-code.js';
import { crawlerOf } from '../../src/check/crawlers.js';
import { UrlHead, VerdictCell, VerdictTable } from '../../src/check/verdict-table.js';
import { accessOf } from '../../src/state/url-lines.js';
import { showInApp } from '../support/show-in-app.js';

const ROBOTS_TXT = 'User-agent: *\nDisallow: /9\n';

async function table(count: number, productTokens = ['a', 'b']) {
  const urls = Array.from({ length: count }, (_, index) => `/${index}`).join('\n');
  const request = { robotsTxt: ROBOTS_TXT, dialect: 'rfc9309', urls, productTokens };
  const verdicts = analyze({
    kind: 'verdicts',
    ...request,
  } as never) as VerdictsResult;
  const sorted: Column[] = [];
  const props = {
    access: accessOf(ROBOTS_TXT),
    verdicts,
    sorting: undefined,
    traffic: undefined,
  };
  const rows = Uint32Array.from(verdicts.urls.keys());
  const shown = await showInApp(
    <VerdictTable {...props} rows={rows} onSort={(column) => sorted.push(column)} />,
    { chosen: undefined },
  );
  return { ...shown, sorted };
}

test('from five crawlers on the cells show a sign and a line, with the word for screen readers', async () => {
  const wide = (root: HTMLElement) => root.querySelector<HTMLElement>('.verdict-word')?.offsetWidth;
  const four = await table(10, ['a', 'b', 'c', 'd']);
  expect(wide(four.root)).toBeGreaterThan(20);
  const five = await table(10, ['a', 'b', 'c', 'd', 'e']);
  expect(getComputedStyle(five.root.querySelector('.verdict-word') as Element).clipPath).toBe(
    'inset(50%)',
  );
  const [, blocked] = five.root.querySelectorAll('tbody tr:last-child td');
  expect(blocked?.textContent).toBe('disallowedline 2L2');
});

test('a long URL keeps its end, and screen readers get all of it', async () => {
  const long = `/${'folder/'.repeat(20)}page.html`;
  const { root } = await showInApp(
    <table>
      <tbody>
        <tr>
          <UrlHead url={`https://h.example${long}`} origin="https://h.example" />
        </tr>
      </tbody>
    </table>,
  );
  expect(root.querySelector('.sr-only')?.textContent).toBe(long);
  expect(root.querySelector('.path-end')?.textContent).toBe('/page.html');
  expect(root.querySelectorAll('[aria-hidden=true]')).toHaveLength(2);
});

test('selects a verdict by click and by keyboard, and moves the focus with it', async () => {
  const { root, store, sorted } = await table(100);
  await act(() => root.querySelectorAll('td')[3]?.click());
  expect(store.state.chosen).toEqual({ url: '/1', productToken: 'b' });
  const press = (key: string, ctrlKey = false) =>
    act(async () => {
      const event = new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true });
      root.querySelector('td')?.dispatchEvent(event);
      await new Promise((resolve) => setTimeout(resolve, 80));
    });
  await press('ArrowLeft');
  expect(store.state.chosen).toEqual({ url: '/1', productToken: 'a' });
  await press('End', true);
  expect(store.state.chosen).toEqual({ url: '/99', productToken: 'b' });
  await expect.poll(() => document.activeElement?.closest('tr')?.textContent).toContain('/99');
  await act(() => root.querySelectorAll<HTMLElement>('thead button')[1]?.click());
  expect(sorted).toEqual([0]);
});

test('shows each verdict as a word, with the deciding line if there is one', async () => {
  const access = accessOf('User-agent: *\nDisallow: /x\n');
  const cell = (url: string, verdict: number, isStop: boolean, crawler = 'a') => (
    <VerdictCell
      decider={decider(access, crawlerOf(crawler))}
      {...{ url, verdict }}
      crawler={crawlerOf(crawler)}
      cell={{
        tabIndex: isStop ? 0 : -1,
        'aria-selected': isStop,
        'data-row': 0,
        'data-column': 0,
      }}
    />
  );
  const { root } = await showInApp(
    <table>
      <tbody>
        <tr>
          {cell('/x', 0, true)}
          {cell('/y', 1, false)}
          {cell('/x', NOT_GOVERNED, false, 'ChatGPT-User')}
          {cell('/y', 1, false, 'Google-Extended')}
        </tr>
      </tbody>
    </table>,
  );
  const [blocked, open, fetcher, token] = root.querySelectorAll('td');
  expect(blocked?.textContent).toBe('disallowedline 2L2');
  expect([blocked?.tabIndex, blocked?.getAttribute('aria-selected')]).toEqual([0, 'true']);
  expect([open?.textContent, open?.tabIndex]).toEqual(['allowed', -1]);
  expect([fetcher?.textContent, fetcher?.className]).toEqual([
    ...['not governedline 2L2', 'cut is-not-governed'],
  ]);
  expect([token?.textContent, token?.className]).toEqual(['use allowed', 'cut is-allowed']);
});
