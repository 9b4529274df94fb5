import { describe, expect, test } from 'vitest';
import { flag, list, maybe, number, oneOf, record, text } from '../../src/store/json-reader.js';

describe('a reader gives a value of its shape and throws for every other', () => {
  const color = oneOf({ red: true, blue: true });
  const shape = record<{ a: string; b: number | undefined }, { c: boolean }>(
    { a: text, b: maybe(number) },
    { c: flag },
  );

  test.each([
    [text, 'a', [1, null, undefined, {}]],
    [number, 1.5, ['1', null, undefined, true]],
    [flag, false, [0, 'false', null, undefined]],
    [color, 'red', ['green', 'constructor', '', null, undefined, ['red']]],
    [list(number), [1, 2], [{ length: 0 }, [1, '2'], null, undefined]],
    [maybe(number), undefined, [null, '1']],
    [maybe(number), 1, []],
    [shape, { a: 'a', b: 1, c: true }, [null, 'a', undefined, {}, { a: 1 }, { a: 'a', c: null }]],
  ])('%#', (read, good, bad) => {
    expect(read(good)).toStrictEqual(good);
    for (const value of bad) expect(() => read(value)).toThrow('expected');
  });

  test('what may be missing is undefined, what may be left out is left out, the rest is passed over', () => {
    const given = JSON.parse('{"a": "a", "d": 1, "__proto__": {"b": 1}}');
    const read = shape(given);
    expect(read).toStrictEqual({ a: 'a', b: undefined });
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  });

  test('only own properties count', () => {
    expect(() => record({ constructor: text, toString: text })({})).toThrow('expected');
  });
});
