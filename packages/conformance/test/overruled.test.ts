import { expect, test } from 'vitest';
import { isOverruled, OVERRULED } from '../src/overruled.js';

test.each([
  ...['rfc:typo-disalow', 'rfc:typo-useragent', 'rfc:missing-colon', 'rfc:missing-colon-ua'],
  ...['rfc:ua-foo-bar', 'rfc:ua-version', 'rfc:ua-star-text', 'rfc:bad-ua-closes-group'],
  ...['rfc:bad-path-closes-group', 'rfc:space-in-path'],
])('%s follows Google', (id) => {
  expect(isOverruled(id)).toBe(true);
});

test.each([
  ...['rfc:ua-digits', 'rfc:ua-star-glued', 'rfc:key-prefix-allow', 'rfc:missing-colon-x'],
  ...['rfc:index-html', 'typo-disalow', ''],
])('%j follows the RFC', (id) => {
  expect(isOverruled(id)).toBe(false);
});

test('nothing else is overruled', () => {
  expect(OVERRULED).toHaveLength(9);
});
