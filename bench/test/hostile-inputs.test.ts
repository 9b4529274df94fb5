import { expect, test } from 'vitest';
import { HOSTILE_NAMES, makeHostileInput } from '../src/hostile-inputs.js';
import { ORIGIN } from '../src/inputs.js';

const body = (name: string): string => makeHostileInput(name).body;
const lines = (text: string, start: string): number =>
  text.split('\n').filter((line) => line.toLowerCase().startsWith(start)).length;

test.each(HOSTILE_NAMES)(
  '%s: is within the parsing limit, has 21 URLs, is reproducible',
  (name) => {
    const input = makeHostileInput(name);
    expect(Buffer.byteLength(input.body)).toBeLessThanOrEqual(512_000);
    expect(input.urls).toHaveLength(21);
    expect(new Set(input.urls).size).toBe(21);
    for (const url of input.urls) expect(url.startsWith(`${ORIGIN}/`)).toBe(true);
    expect(makeHostileInput(name)).toEqual(input);
  },
);

test('inputs named after their size have that size', () => {
  for (const name of HOSTILE_NAMES.filter((one) => /500 KiB|512 kB|511 kB/.test(one))) {
    expect(body(name).length).toBeGreaterThan(495_000);
  }
});

test('a wide group has one user-agent line per rule and one for the token', () => {
  const text = body('one wide group, 139 kB');
  expect(lines(text, 'user-agent:')).toBe(lines(text, 'disallow:') + 1);
  expect(text.length).toBeGreaterThan(138_900);
});

test('the input with 16,000 groups has 16,000 groups', () => {
  expect(lines(body('16,000 groups of *'), 'user-agent:*')).toBe(16_000);
});

test('all inputs but two are covered by a target', () => {
  const left = HOSTILE_NAMES.filter((name) => !makeHostileInput(name).judged);
  expect(left).toEqual([
    'URL of 100 kB, 500 rules of 100 stars',
    '500 KiB of /*abc, URL of ab and bc',
  ]);
});

test('rejects an unknown name', () => {
  expect(() => makeHostileInput('none')).toThrow(RangeError);
});
