import { afterEach, expect, test } from 'vitest';
import { applyTheme, rememberedLanguage, rememberedTheme, Settings } from '../../src/frame/settings.js';
import { showInApp } from '../support/show-in-app.js';

afterEach(() => {
  localStorage.clear();
  applyTheme('auto');
});

function choose(select: HTMLSelectElement | undefined, value: string): void {
  if (select === undefined) throw new Error('missing choice');
  select.value = value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}

test('stores the language and applies the theme', async () => {
  const { root, values } = await showInApp(<Settings />);
  const [language, theme] = root.querySelectorAll('select');
  choose(language, 'ja');
  choose(theme, 'dark');
  expect(values()).toMatchObject({ language: 'ja' });
  expect(document.documentElement.style.colorScheme).toBe('dark');
});

test('remembers the theme and ignores unknown ones', async () => {
  expect(rememberedTheme()).toBe('auto');
  const { root } = await showInApp(<Settings />);
  choose(root.querySelectorAll('select')[1], 'dark');
  expect(rememberedTheme()).toBe('dark');
  localStorage.setItem('repkit-theme', 'pink');
  expect(rememberedTheme()).toBe('auto');
});

test('remembers the language and ignores unknown ones', async () => {
  expect(rememberedLanguage()).toBeUndefined();
  const { root } = await showInApp(<Settings />);
  choose(root.querySelectorAll('select')[0], 'tr');
  expect(rememberedLanguage()).toBe('tr');
  localStorage.setItem('repkit-language', 'toString');
  expect(rememberedLanguage()).toBeUndefined();
});

test('sets color-scheme on the root except for the system theme', () => {
  const { style } = document.documentElement;
  applyTheme('dark');
  expect(style.colorScheme).toBe('dark');
  applyTheme('auto');
  expect(style.colorScheme).toBe('');
});
