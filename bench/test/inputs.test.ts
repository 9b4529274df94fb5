import { expect, test } from 'vitest';
import { makeInput, makeInputs, makeUrls, SIZES, TOKEN, VARIANTS } from '../src/inputs.js';

const BYTES = {
  tiny: 194,
  typical: 1_900,
  many: 10_000,
  wild: 19_000,
  large: 86_000,
  max: 512_000,
};
const count = (body: string, pattern: RegExp): number => body.match(pattern)?.length ?? 0;

test.each(SIZES)('%s: every variant has exactly its bytes, as a string and as bytes', (size) => {
  for (const input of makeInputs(size)) {
    expect(input.bytes.length).toBe(BYTES[size]);
    expect(new TextDecoder().decode(input.bytes)).toBe(input.body);
  }
});

test('variants differ, and a variant is the same every time', () => {
  for (const size of SIZES) {
    expect(new Set(makeInputs(size).map(({ body }) => body)).size).toBe(VARIANTS);
    expect(makeInput(size, 3)).toEqual(makeInput(size, 3));
  }
});

test('the typical files that memory is measured with all fit their size', () => {
  for (let variant = 100; variant < 5_100; variant++) {
    expect(makeInput('typical', variant).bytes.length).toBe(BYTES.typical);
  }
});

test('rules and groups are as many as performance figures are quoted for', () => {
  const body = (size: (typeof SIZES)[number]): string => makeInput(size, 0).body;
  const rules = /^(?:allow|disallow):/gim;
  expect(count(body('typical'), rules)).toBe(40);
  expect(count(body('many'), /^user-agent:/gim)).toBe(300);
  expect(count(body('wild'), rules)).toBe(500);
  expect(count(body('large'), rules)).toBeGreaterThanOrEqual(2_000);
  expect(count(body('max'), rules)).toBeGreaterThan(11_000);
});

test('patterns of the wild file hold two or three stars', () => {
  const { patterns } = makeInput('wild', 0);
  const fitting = patterns.filter((pattern) => [2, 3].includes(pattern.split('*').length - 1));
  expect(fitting.length).toBe(patterns.length);
});

test('padding is a small part of a body', () => {
  for (const size of SIZES) {
    for (const { body } of makeInputs(size)) {
      const padding = /#*\n$/.exec(body)?.[0].length ?? 0;
      expect(padding / body.length).toBeLessThan(0.12);
    }
  }
});

test('even variants name the token, odd ones leave it to the group of everyone else', () => {
  for (const size of SIZES) {
    for (const [variant, { body, named }] of makeInputs(size).entries()) {
      expect(named).toBe(variant % 2 === 0);
      expect(body.includes(`User-agent: ${TOKEN}\n`)).toBe(named);
      expect(body).toMatch(
        size === 'tiny' || size === 'wild' ? /User-agent: / : /User-agent: \*\n/,
      );
    }
  }
});

test('the patterns are the ones of the group that applies', () => {
  const { body, patterns } = makeInput('typical', 0);
  const group = body.split(`User-agent: ${TOKEN}\n`)[1]?.split('\n\n')[0]?.split('\n') ?? [];
  expect(group.map((line) => line.replace(/^\w+: /, ''))).toEqual(patterns);
});

test('the samples hold 64 and 2,000 distinct URLs', () => {
  const { few, diverse } = makeUrls(makeInput('large', 0));
  expect([new Set(few).size, new Set(diverse).size]).toEqual([64, 2_000]);
});
