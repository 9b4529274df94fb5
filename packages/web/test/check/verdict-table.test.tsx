import '../../src/styles/main.css';
import { parseRobotsTxt } from '@repkit/core';
import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { answer, type VerdictsAnswer } from '../../src/analysis/answer.js';
import { VerdictCell, VerdictTable } from '../../src/check/verdict-table.js';
import { showInApp } from '../support/show-in-app.js';

const ROBOTS_TXT = 'User-agent: *\nDisallow: /9\n';

async function table(count: number) {
  const urls = Array.from({ length: count }, (_, index) => `/${index}`).join('\n');
  const question = { robotsTxt: ROBOTS_TXT, dialect: 'rfc9309', urls, productTokens: ['a', 'b'] };
  const verdicts = answer({ kind: 'verdicts', ...question } as never) as VerdictsAnswer;
  const sorted: (number | 'url')[] = [];
  const props = { file: parseRobotsTxt(ROBOTS_TXT), verdicts, sorting: undefined };
  const rows = Uint32Array.from(verdicts.urls.keys());
  const shown = await showInApp(
    <VerdictTable {...props} rows={rows} onSort={(column) => sorted.push(column)} />,
    { chosen: undefined },
  );
  return { ...shown, sorted };
}

test('of very many rows a few are drawn, and the grid says how many there are', async () => {
  const { root } = await table(10_000);
  expect(root.querySelectorAll('tbody tr').length).toBeLessThan(60);
  expect(root.querySelector('table')?.getAttribute('aria-rowcount')).toBe('10001');
  const box = root.querySelector<HTMLElement>('.grid-box');
  await act(async () => {
    box?.scrollTo({ top: 170_000 });
    await new Promise((resolve) => setTimeout(resolve, 100));
  });
  expect(root.querySelector('tbody')?.textContent).toContain('/5000');
});

test('a verdict is chosen by a click and by the keys, which keep the focus on it', async () => {
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

test('a verdict is a word, with the line that decides where one does', async () => {
  const file = parseRobotsTxt('User-agent: *\nDisallow: /x\n');
  const cell = (url: string, isAllowed: boolean, isStop: boolean) => (
    <VerdictCell
      {...{ file, isAllowed }}
      question={{ url, productToken: 'a' }}
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
          {cell('/x', false, true)}
          {cell('/y', true, false)}
        </tr>
      </tbody>
    </table>,
  );
  const [blocked, open] = root.querySelectorAll('td');
  expect(blocked?.textContent).toBe('disallowedline 22');
  expect([blocked?.tabIndex, blocked?.getAttribute('aria-selected')]).toEqual([0, 'true']);
  expect([open?.textContent, open?.tabIndex]).toEqual(['allowed', -1]);
});
