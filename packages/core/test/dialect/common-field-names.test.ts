import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CommonFieldName } from '../../src/dialect/common-field-names.js';
import { bytes } from '../support/make.js';

const NAMES = ['host', 'allow', 'sitemap', 'disallow', 'user-agent', 'crawl_delay', 'abcd efgh-~z'];

function view(text: string): DataView {
  return new DataView(bytes(text).buffer);
}

/** ASCII letters only: no other character has a case here. */
function lower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

describe('row 8: recognizes a name in any case', () => {
  test.each(NAMES)('%s: recognizes nothing else', (name) => {
    const usual = new CommonFieldName(bytes(name), 7);
    expect([usual.code, usual.length]).toEqual([7, name.length]);
    for (let at = 0; at < name.length; at++) {
      for (let byte = 0; byte < 256; byte++) {
        const text = name.slice(0, at) + String.fromCharCode(byte) + name.slice(at + 1);
        if (usual.isAt(view(text), 0) !== (lower(text) === name)) expect.fail(text);
      }
    }
  });

  test('at any offset', () => {
    const cases = fc.mixedCase(fc.constantFrom(...NAMES), { toggleCase: (c) => c.toUpperCase() });
    const around = fc.string({ unit: fc.constantFrom('a', ':', '\xFF'), maxLength: 4 });
    fc.assert(
      fc.property(around, cases, around, (before, name, after) => {
        const usual = new CommonFieldName(bytes(lower(name)), 1);
        expect(usual.isAt(view(before + name + after), before.length)).toBe(true);
      }),
    );
  });
});

test('supports names of 4 to 12 bytes', () => {
  const lengths = Array.from({ length: 16 }, (_, length) => length);
  expect(lengths.filter((length) => CommonFieldName.fits(new Uint8Array(length)))).toEqual([
    4, 5, 6, 7, 8, 9, 10, 11, 12,
  ]);
});
