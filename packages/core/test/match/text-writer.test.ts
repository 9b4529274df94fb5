import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { textWriter } from '../../src/match/text-writer.js';

afterEach(() => vi.unstubAllGlobals());

/** What stands in memory after a text was written behind its first three octets. */
function written(text: string): { octets: number[]; count: number } {
  const memory = new Uint8Array(text.length * 3 + 8).fill(0xaa);
  const count = textWriter(memory.subarray(3))(text);
  return { octets: [...memory], count };
}

describe.each(['what there is', 'the standard alone'])('with %s', (which) => {
  const write = (text: string) => {
    if (which === 'the standard alone') vi.stubGlobal('Buffer', undefined);
    return written(text);
  };

  test.each(['', 'a', 'é', 'ж', '日本', '😀', '\0', 'a\uD800', '\uDC00b', '\uDC00\uD800'])(
    '%j: as TextEncoder writes it, and nothing around it',
    (text) => {
      const expected = [...new TextEncoder().encode(text)];
      const { octets, count } = write(text);
      expect(count).toBe(expected.length);
      const rest = octets.length - 3 - count;
      expect(octets).toEqual([0xaa, 0xaa, 0xaa, ...expected, ...new Array(rest).fill(0xaa)]);
    },
  );

  test('any text', () => {
    const unit = fc.nat(0xffff).map((code) => String.fromCharCode(code));
    fc.assert(
      fc.property(fc.array(unit), (units) => {
        const text = units.join('');
        const expected = [...new TextEncoder().encode(text)];
        const { octets, count } = write(text);
        expect(octets.slice(3, 3 + count)).toEqual(expected);
      }),
    );
  });
});
