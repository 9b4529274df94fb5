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

test.each(SIZES)(
  '%s: every variant has exactly the bytes of its size, as a string and as bytes',
  (size) => {
    for (const input of makeInputs(size)) {
      expect(input.bytes.length).toBe(BYTES[size]);
      expect(new TextDecoder().decode(input.bytes)).toBe(input.body);
    }
  },
);

test('variants differ and are reproducible', () => {
  for (const size of SIZES) {
    expect(new Set(makeInputs(size).map(({ body }) => body)).size).toBe(VARIANTS);
    expect(makeInput(size, 3)).toEqual(makeInput(size, 3));
  }
});

test('all typical files of the memory measurement have the exact size', () => {
  for (let variant = 100; variant < 5_100; variant++) {
    expect(makeInput('typical', variant).bytes.length).toBe(BYTES.typical);
  }
});

test('files have the documented numbers of rules and groups', () => {
  const body = (size: (typeof SIZES)[number]): string => makeInput(size, 0).body;
  const rules = /^(?:allow|disallow):/gim;
  expect(count(body('typical'), rules)).toBe(40);
  expect(count(body('many'), /^user-agent:/gim)).toBe(300);
  expect(count(body('wild'), rules)).toBe(500);
  expect(count(body('large'), rules)).toBeGreaterThanOrEqual(2_000);
  expect(count(body('max'), rules)).toBeGreaterThan(11_000);
});

test('patterns of the wild file have two or three stars', () => {
  const { patterns } = makeInput('wild', 0);
  const matching = patterns.filter((pattern) => [2, 3].includes(pattern.split('*').length - 1));
  expect(matching.length).toBe(patterns.length);
});

test('padding is a small part of a body', () => {
  for (const size of SIZES) {
    for (const { body } of makeInputs(size)) {
      const padding = /#*\n$/.exec(body)?.[0].length ?? 0;
      expect(padding / body.length).toBeLessThan(0.12);
    }
  }
});

test('even variants name the token; in odd ones the group for * applies', () => {
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

test('patterns are those of the group that applies', () => {
  const { body, patterns } = makeInput('typical', 0);
  const group = body.split(`User-agent: ${TOKEN}\n`)[1]?.split('\n\n')[0]?.split('\n') ?? [];
  expect(group.map((line) => line.replace(/^\w+: /, ''))).toEqual(patterns);
});

test('samples have 64 and 2,000 distinct URLs', () => {
  const { few, diverse } = makeUrls(makeInput('large', 0));
  expect([new Set(few).size, new Set(diverse).size]).toEqual([64, 2_000]);
});
