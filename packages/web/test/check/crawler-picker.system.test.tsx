import { act } from 'preact/test-utils';
import { describe, expect, test } from 'vitest';
import { CrawlerPicker } from '../../src/check/crawler-picker.js';
import { showInApp } from '../support/show-in-app.js';
import { en } from '../support/texts.js';

async function picker(productTokens: readonly string[] = ['GPTBot']) {
  const shown = await showInApp(<CrawlerPicker />, { productTokens });
  const input = shown.root.querySelector('input');
  if (input === null) throw new Error('missing input');
  const type = (text: string) =>
    act(() => {
      input.value = text;
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
  const press = (key: string) => act(() => void input.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));
  const options = () => [...shown.root.querySelectorAll('.option-name')].map(({ textContent }) => textContent);
  return { ...shown, input, type, press, options };
}

describe('the crawler picker', () => {
  test('finds a crawler by operator and adds it with the keyboard', async () => {
    const { type, press, options, state, input } = await picker();
    await type('anthropic');
    expect(options().length).toBeGreaterThan(1);
    const second = options()[1];
    await press('ArrowDown');
    expect(input.getAttribute('aria-activedescendant')).toMatch(/-1$/);
    await press('Enter');
    expect(state.productTokens.value).toEqual(['GPTBot', second]);
    expect([input.value, options()]).toEqual(['', []]);
  });

  test('adds no more than 100 crawlers', async () => {
    const full = Array.from({ length: 100 }, (_, id) => `bot${id}`);
    const { type, press, options, state, root } = await picker(full);
    await type('other');
    await press('Enter');
    expect(options()).toEqual([]);
    expect(state.productTokens.value).toEqual(full);
    expect(root.querySelector('.hint')?.textContent).toContain('The list is full (100 crawlers)');
  });

  test('adds custom product tokens and rejects invalid ones', async () => {
    const { type, press, state, root } = await picker();
    await type('my-own-crawler');
    await press('Enter');
    expect(state.productTokens.value.at(-1)).toBe('my-own-crawler');
    await type('Firefox/128.0');
    await press('Enter');
    expect(state.productTokens.value).toHaveLength(2);
    expect(root.querySelector('[role=status]')?.textContent).toContain('is not a product token');
  });

  test('does not suggest a listed crawler, which can be removed', async () => {
    const { type, options, root, state } = await picker();
    await type('gptbot');
    expect(options()).not.toContain('GPTBot');
    await act(() => root.querySelector<HTMLElement>('[aria-label="Remove GPTBot"]')?.click());
    expect(state.productTokens.value).toEqual([]);
  });

  test('reports a listed crawler, and Enter does not add a longer name instead', async () => {
    const { type, press, root, state } = await picker(['GPTBot', 'googlebot']);
    const hint = () => root.querySelector('p[role=status]')?.textContent;
    await type('gptbot');
    expect(hint()).toBe(en.fill(en.check.alreadyListed, { token: 'GPTBot' }));
    await type('Googlebot');
    await press('Enter');
    expect([hint(), state.productTokens.value]).toEqual([
      ...[en.fill(en.check.alreadyListed, { token: 'googlebot' }), ['GPTBot', 'googlebot']],
    ]);
    await press('ArrowDown');
    await press('Enter');
    expect(state.productTokens.value).toHaveLength(3);
    await type('Mozilla/5.0 (compatible; GPTBot/1.1)');
    expect(hint()).toBe(en.fill(en.check.alreadyListed, { token: 'GPTBot' }));
  });

  test('rejects tokens that no user-agent line can name', async () => {
    const { type, press, options, root, state } = await picker();
    for (const text of ['foo bar', '***', '日本']) {
      await type(text);
      await press('Enter');
      expect(options()).toEqual([]);
      expect(root.querySelector('p[role=status]')?.textContent).toBe(en.fill(en.check.notAToken, { text: text }));
    }
    expect(state.productTokens.value).toEqual(['GPTBot']);
  });

  test('extracts the product token of a User-Agent header and says so', async () => {
    const { type, press, root, state } = await picker();
    await type('Mozilla/5.0 (compatible; MyBot/1.0; +https://example.com/)');
    expect(root.querySelector('.option-about')?.textContent).toBe(en.fill(en.check.addFromHeader, { token: 'MyBot' }));
    await press('Enter');
    const hint = () => root.querySelector('p[role=status]')?.textContent;
    expect([state.productTokens.value.at(-1), hint()]).toEqual([...['MyBot', en.fill(en.check.fromHeader, { token: 'MyBot' })]]);
    await type('a');
    expect(hint()).toBe(en.check.addHint);
  });

  test('closes the list with Escape and opens it with the arrow keys', async () => {
    const { press, options, input } = await picker();
    await press('ArrowDown');
    expect([options()[0], input.getAttribute('aria-expanded')]).toEqual(['*', 'true']);
    await press('ArrowUp');
    expect(input.getAttribute('aria-activedescendant')).not.toMatch(/-0$/);
    await press('Escape');
    expect([options(), input.getAttribute('aria-expanded')]).toEqual([[], 'false']);
  });
});
