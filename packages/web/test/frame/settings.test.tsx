import { dialects } from '@repkit/core';
import { afterEach, expect, test } from 'vitest';
import { applyTheme, rememberedTheme, rememberTheme, Settings } from '../../src/frame/settings.js';
import { showInApp } from '../support/show-in-app.js';

afterEach(() => {
  localStorage.clear();
  applyTheme('auto');
});

function choose(select: HTMLSelectElement | undefined, value: string): void {
  if (select === undefined) throw new Error('there is no such choice');
  select.value = value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}

test('dialect and language go into the store, the theme onto the page', async () => {
  const { root, store } = await showInApp(<Settings />);
  const [dialect, language, theme] = root.querySelectorAll('select');
  expect([...(dialect?.options ?? [])].map(({ value }) => value)).toEqual(Object.keys(dialects));
  choose(dialect, 'google');
  choose(language, 'ja');
  choose(theme, 'dark');
  expect(store.state).toMatchObject({ dialect: 'google', language: 'ja' });
  expect(document.documentElement.style.colorScheme).toBe('dark');
});

afterEach(() => {
  localStorage.clear();
  applyTheme('auto');
});

test('what was chosen is remembered; anything else is as the system has it', () => {
  expect(rememberedTheme()).toBe('auto');
  rememberTheme('dark');
  expect(rememberedTheme()).toBe('dark');
  localStorage.setItem('repkit-theme', 'pink');
  expect(rememberedTheme()).toBe('auto');
});

test('the root has the colour scheme, and none where the system decides', () => {
  const { style } = document.documentElement;
  applyTheme('dark');
  expect(style.colorScheme).toBe('dark');
  applyTheme('auto');
  expect(style.colorScheme).toBe('');
});
