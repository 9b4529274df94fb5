import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../../src/lint/diagnostic.js';
import { applyFixes } from '../../src/lint/fixes.js';
import { bytes } from '../support/make.js';

function edit(start: number, end: number, replacement?: string): Diagnostic {
  const span = { start, end, line: 1, column: 1, endColumn: 1 };
  return {
    code: 'html',
    severity: 'info',
    message: '',
    clause: '',
    span,
    ...(replacement !== undefined && { fix: { span, replacement } }),
  };
}

describe('fixes', () => {
  test('extension: applies edits in order of position', () => {
    expect(applyFixes('abcdef', [edit(4, 5, 'X'), edit(1, 2, ''), edit(6, 6, '!')])).toBe('acdXf!');
  });

  test('extension: offsets are UTF-8 bytes, and text stays text', () => {
    expect(applyFixes('é|é', [edit(2, 3, 'ü')])).toBe('éüé');
    expect(applyFixes(bytes('\xFC|\xFC'), [edit(1, 2, 'ü')])).toEqual(bytes('\xFC\xC3\xBC\xFC'));
    expect(applyFixes('\uFEFF|', [edit(3, 4, '')])).toBe('\uFEFF');
  });

  test('extension: of two overlapping edits applies the one that starts first, or the longer', () => {
    expect(applyFixes('abcd', [edit(1, 3, 'X'), edit(2, 4, 'Y')])).toBe('aXd');
    expect(applyFixes('abcd', [edit(1, 2, 'Y'), edit(1, 3, 'X')])).toBe('aXd');
    expect(applyFixes('abcd', [edit(1, 3, 'X'), edit(1, 3, 'X')])).toBe('aXd');
    expect(applyFixes('abcd', [edit(1, 2, 'X'), edit(2, 2, ':')])).toBe('aX:cd');
  });

  test('deleting text does not merge two line ends', () => {
    expect(applyFixes('a\rb\n\nc', [edit(2, 4, '')])).toBe('a\r\n\nc');
    expect(applyFixes('a\rb\rc\r\n', [edit(2, 4, ''), edit(4, 6, '')])).toBe('a\r\n\n');
    expect(applyFixes('a\rb\n\nc', [edit(2, 3, ''), edit(3, 4, '')])).toBe('a\r\n\nc');
    expect(applyFixes('a\n\nb', [edit(1, 2, '')])).toBe('a\nb');
  });

  test('without fixes the body is unchanged', () => {
    const body = bytes('abc');
    expect(applyFixes(body, [edit(0, 1)])).toBe(body);
  });

  test('throws for diagnostics of another body', () => {
    expect(() => applyFixes('ab', [edit(1, 3, '')])).toThrow(
      new RangeError('A fix is outside the body. Pass the body that the diagnostics were created from.'),
    );
  });
});
