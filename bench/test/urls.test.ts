import { expect, test } from 'vitest';
import { makeInput, ORIGIN } from '../src/inputs.js';
import { seededRandom } from '../src/random.js';
import { urlSample } from '../src/urls.js';

const { patterns } = makeInput('large', 0);
const urls = urlSample(seededRandom(11), ORIGIN, patterns, 2_000);
const share = (test: (url: string) => boolean): number => urls.filter(test).length / urls.length;

test('URLs are absolute, distinct and 30 to 90 characters long', () => {
  expect(new Set(urls).size).toBe(2_000);
  for (const url of urls) {
    expect(new URL(url).origin).toBe(ORIGIN);
    expect(url.length).toBeGreaterThanOrEqual(30);
    expect(url.length).toBeLessThanOrEqual(90);
  }
});

test('some URLs have a query, few an escape, one in a hundred dot segments or non-ASCII', () => {
  expect(share((url) => url.includes('?'))).toBeGreaterThan(0.1);
  expect(share((url) => url.includes('%'))).toBeGreaterThan(0.01);
  expect(share((url) => url.includes('%'))).toBeLessThan(0.08);
  expect(share((url) => url.includes('/../'))).toBeCloseTo(0.01, 2);
  expect(share((url) => /[^ -~]/.test(url))).toBeCloseTo(0.01, 2);
});

test('about half match a rule', () => {
  const plain = patterns.filter((pattern) => !pattern.includes('*'));
  const under = share((url) => plain.some((start) => url.startsWith(ORIGIN + start)));
  expect(under).toBeGreaterThan(0.35);
  expect(under).toBeLessThan(0.7);
});
