import { afterEach, expect, test } from 'vitest';
import { applyTheme, rememberedTheme, rememberTheme } from '../../src/frame/theme.js';

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
