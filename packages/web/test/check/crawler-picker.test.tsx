import { act } from 'preact/test-utils';
import { describe, expect, test } from 'vitest';
import { CrawlerPicker } from '../../src/check/crawler-picker.js';
import { showInApp } from '../support/show-in-app.js';

async function picker(productTokens: readonly string[] = ['GPTBot']) {
  const shown = await showInApp(<CrawlerPicker />, { productTokens });
  const input = shown.root.querySelector('input');
  if (input === null) throw new Error('there is no field');
  const type = (text: string) =>
    act(() => {
      input.value = text;
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
  const press = (key: string) =>
    act(() => void input.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));
  const options = () =>
    [...shown.root.querySelectorAll('.option-name')].map(({ textContent }) => textContent);
  return { ...shown, input, type, press, options };
}

describe('the crawlers that are asked for', () => {
  test('one is found by its operator and added with the keyboard', async () => {
    const { type, press, options, store, input } = await picker();
    await type('anthropic');
    expect(options().length).toBeGreaterThan(1);
    const second = options()[1];
    await press('ArrowDown');
    expect(input.getAttribute('aria-activedescendant')).toMatch(/-1$/);
    await press('Enter');
    expect(store.state.productTokens).toEqual(['GPTBot', second]);
    expect([input.value, options()]).toEqual(['', []]);
  });

  test('what nobody is known by is added as it is written, and what cannot be one is said', async () => {
    const { type, press, store, root } = await picker();
    await type('my-own-crawler');
    await press('Enter');
    expect(store.state.productTokens.at(-1)).toBe('my-own-crawler');
    await type('Firefox/128.0');
    await press('Enter');
    expect(store.state.productTokens).toHaveLength(2);
    expect(root.querySelector('[role=status]')?.textContent).toContain('is no product token');
  });

  test('one that is there already is not offered again, and can be taken away', async () => {
    const { type, options, root, store } = await picker();
    await type('gptbot');
    expect(options()).not.toContain('GPTBot');
    await act(() => root.querySelector<HTMLElement>('[aria-label="Remove GPTBot"]')?.click());
    expect(store.state.productTokens).toEqual([]);
  });

  test('Escape closes the list, and the arrows open it', async () => {
    const { press, options, input } = await picker();
    await press('ArrowDown');
    expect([options()[0], input.getAttribute('aria-expanded')]).toEqual(['*', 'true']);
    await press('ArrowUp');
    expect(input.getAttribute('aria-activedescendant')).not.toMatch(/-0$/);
    await press('Escape');
    expect([options(), input.getAttribute('aria-expanded')]).toEqual([[], 'false']);
  });
});
