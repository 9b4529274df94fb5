import { describe, expect, test } from 'vitest';
import { isRule, quoted, replacePiece, writtenValue } from '../../../src/analyse/checks/check.js';
import { recordsOf } from '../../support/make.js';

const [rule, comment] = recordsOf('disallow: /a\n# x').records;

describe('what the checks of lines have in common', () => {
  test('extension: a text from the file is quoted, and cut where it is long', () => {
    expect(quoted('a"\n')).toBe('"a\\"\\n"');
    expect(quoted('x'.repeat(60))).toBe(`"${'x'.repeat(60)}"`);
    expect(quoted('x'.repeat(61))).toBe(`"${'x'.repeat(60)}…"`);
  });

  test('RFC 9309 2.2.2: rules are allow and disallow lines', () => {
    const kinds = recordsOf('user-agent: *\nallow:\ndisallow:\nhost: x\nx: y').records;
    expect(kinds.filter(isRule).map(({ kind }) => kind)).toEqual(['allow', 'disallow']);
  });

  test('a record without a value has an empty one', () => {
    expect(writtenValue(rule)).toBe('/a');
    expect(writtenValue(comment)).toBe('');
  });

  test('a piece that is not there is not replaced', () => {
    expect(replacePiece(rule, 'field', 'x')).toEqual({ span: rule.field?.span, replacement: 'x' });
    expect(replacePiece(rule, 'value', 'x')).toEqual({ span: rule.value?.span, replacement: 'x' });
    expect(replacePiece(comment, 'value', 'x')).toBeUndefined();
  });
});
