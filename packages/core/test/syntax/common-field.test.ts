import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ALLOW_BYTES,
  DISALLOW_BYTES,
  isUserAgentField,
  ruleFieldBytes,
  USER_AGENT_BYTES,
} from '../../src/syntax/common-field.js';
import { bytes } from '../support/make.js';

/** The length of the field at the offset, with its colon; 0 if there is none. */
function fieldBytes(text: string, at: number): number {
  const view = new DataView(bytes(text.padEnd(at + USER_AGENT_BYTES)).buffer);
  return isUserAgentField(view, at) ? USER_AGENT_BYTES : ruleFieldBytes(view, at);
}

/** ASCII letters only: no other character has a case here. */
function lower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

const FIELDS = ['user-agent:', 'allow:', 'disallow:'];

describe('field names: recognizes a common field name in any case', () => {
  test.each(FIELDS)('%s: recognizes nothing else', (field) => {
    for (let at = 0; at < field.length; at++) {
      for (let byte = 0; byte < 256; byte++) {
        const text = field.slice(0, at) + String.fromCharCode(byte) + field.slice(at + 1);
        if (fieldBytes(text, 0) !== (lower(text) === field ? field.length : 0)) expect.fail(text);
      }
    }
  });

  test('at any offset', () => {
    const cases = fc.mixedCase(fc.constantFrom(...FIELDS), { toggleCase: (c) => c.toUpperCase() });
    const around = fc.string({ unit: fc.constantFrom('a', ':', '\xFF'), maxLength: 4 });
    fc.assert(
      fc.property(around, cases, around, (before, field, after) => {
        expect(fieldBytes(before + field + after, before.length)).toBe(field.length);
      }),
    );
  });
});

test('the lengths are those of the names with their colons', () => {
  const lengths = FIELDS.map((field) => field.length);
  expect([USER_AGENT_BYTES, ALLOW_BYTES, DISALLOW_BYTES]).toEqual(lengths);
});
