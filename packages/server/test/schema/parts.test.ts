import { Type } from 'typebox';
import { Check } from 'typebox/value';
import { expect, test } from 'vitest';
import { AskedUrl, ProductToken, shape } from '../../src/schema/parts.js';

test('a shape has its members and no others', () => {
  const schema = shape({ a: Type.String() }, 'What it is.');
  expect(Check(schema, { a: 'b' })).toBe(true);
  expect(Check(schema, { a: 'b', c: 1 })).toBe(false);
  expect(schema).toMatchObject({ description: 'What it is.' });
});

test('texts have a shortest and a longest', () => {
  expect(Check(AskedUrl, '')).toBe(false);
  expect(Check(AskedUrl, 'a'.repeat(8192))).toBe(true);
  expect(Check(AskedUrl, 'a'.repeat(8193))).toBe(false);
  expect(Check(ProductToken, 'a'.repeat(257))).toBe(false);
});
