import type { Column } from '../../src/check/rows.js';
import '../../src/styles/main.css';
import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { verdictWords } from '../../src/check/crawlers.js';
import { UrlHead, VerdictCell, VerdictTable } from '../../src/check/verdict-table.js';
import { check } from '../../src/worker/check.js';
import type { OUTCOMES } from '../../src/worker/requests.js';
import { showInApp } from '../support/show-in-app.js';
import { en } from '../support/texts.js';

const ROBOTS_TXT = 'User-agent: *\nDisallow: /9\n';

async function table(count: number, productTokens = ['a', 'b'], isBlocked = false) {
  const urls = Array.from({ length: count }, (_, index) => `/${index}`).join('\n');
  const site = { robotsTxt: ROBOTS_TXT, dialect: 'rfc9309', isBlocked } as const;
  const checked = check({ ...site, urls, productTokens });
  const sorted: Column[] = [];
  const shown = await showInApp(
    <VerdictTable
      checked={checked}
      rows={Uint32Array.from(checked.urls.keys())}
      sorting={undefined}
      traffic={undefined}
      onSort={(column) => sorted.push(column)}
    />,
    { chosen: undefined },
  );
  return { ...shown, sorted };
}

test('cells show a word as long as there is room, then a sign with the word for screen readers', async () => {
  const clip = (root: HTMLElement) => getComputedStyle(root.querySelector('.verdict-word') as Element).clipPath;
  const few = await table(10, ['a', 'b']);
  await expect.poll(() => clip(few.root)).toBe('none');
  const many = await table(10, ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l']);
  many.root.style.width = '600px';
  await expect.poll(() => clip(many.root)).toBe('inset(50%)');
  const [, blocked] = many.root.querySelectorAll('tbody tr:last-child td');
  expect(blocked?.textContent).toBe('blockedline 22');
});

test('the head of a column counts the URLs that are blocked', async () => {
  const { root } = await table(10);
  const heads = [...root.querySelectorAll('thead th')].map(({ textContent }) => textContent);
  expect(heads).toEqual(['URL', 'a1 blocked', 'b1 blocked']);
});

test('the head of a column does not count 0 blocked URLs of an unreachable site', async () => {
  const { root } = await table(2, ['a', 'ChatGPT-User'], true);
  const heads = [...root.querySelectorAll('thead th')].map(({ textContent }) => textContent);
  expect(heads).toEqual(['URL', 'aunreachable', 'ChatGPT-User0 blocked']);
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
  const { root, state, sorted } = await table(100);
  await act(() => root.querySelectorAll('td')[3]?.click());
  expect(state.chosen.value).toEqual({ url: '/1', productToken: 'b' });
  const press = (key: string, ctrlKey = false) =>
    act(async () => {
      const event = new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true });
      root.querySelector('td')?.dispatchEvent(event);
      await new Promise((resolve) => setTimeout(resolve, 80));
    });
  await press('ArrowLeft');
  expect(state.chosen.value).toEqual({ url: '/1', productToken: 'a' });
  await press('End', true);
  expect(state.chosen.value).toEqual({ url: '/99', productToken: 'b' });
  await expect.poll(() => document.activeElement?.closest('tr')?.textContent).toContain('/99');
  await act(() => root.querySelectorAll<HTMLElement>('thead button')[1]?.click());
  expect(sorted).toEqual([0]);
});

test('shows each verdict as a word, with the deciding line if there is one', async () => {
  const cell = (outcome: (typeof OUTCOMES)[number], line: number, isStop = false, name = 'a') => (
    <VerdictCell
      messages={en}
      words={verdictWords(en, name)}
      outcome={outcome}
      line={line}
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
          {cell('disallowed', 2, true)}
          {cell('allowed', 0)}
          {cell('not-governed', 2, false, 'ChatGPT-User')}
          {cell('allowed', 0, false, 'Google-Extended')}
        </tr>
      </tbody>
    </table>,
  );
  const [blocked, open, fetcher, token] = root.querySelectorAll('td');
  expect(blocked?.textContent).toBe('blockedline 22');
  expect([blocked?.tabIndex, blocked?.getAttribute('aria-selected')]).toEqual([0, 'true']);
  expect([open?.textContent, open?.tabIndex]).toEqual(['allowed', -1]);
  expect([fetcher?.textContent, fetcher?.className]).toEqual([...['not governedline 22', 'cut is-not-governed']]);
  expect([token?.textContent, token?.className]).toEqual(['use allowed', 'cut is-allowed']);
});
