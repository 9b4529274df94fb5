import { expect, test } from 'vitest';
import { seededRandom } from '../src/random.js';
import { flat, path, query, segment } from '../src/words.js';

test('a path starts with a slash, has no space and does not exceed its length', () => {
  const random = seededRandom(5);
  for (let bytes = 20; bytes < 80; bytes++) {
    const text = path(random, bytes);
    expect(text).toMatch(/^\/[\w./-]+$/);
    expect(text.length).toBeLessThanOrEqual(bytes);
  }
});

test('a segment has no slash, a query no question mark', () => {
  const random = seededRandom(6);
  for (let turn = 0; turn < 200; turn++) {
    expect(segment(random)).toMatch(/^[\w-]+$/);
    expect(query(random)).toMatch(/^[\w-]+=[\w-]+(&[\w-]+=[\w-]+)*$/);
  }
});

test('a flattened string equals the original', () => {
  expect(flat('/ж/日本/é')).toBe('/ж/日本/é');
});
