import { expect, test } from 'vitest';
import { traced, walkThrough } from './support/walks.js';

test('a walk counts each file once, and each change to a file entered before as a return', () => {
  expect(walkThrough(['a', 'a', 'b', 'a', 'a', 'c', 'b'])).toEqual({
    files: ['a', 'b', 'c'],
    returns: 2,
  });
  expect(walkThrough([])).toEqual({ files: [], returns: 0 });
});

test('every kind of function is traced', () => {
  const source = [
    'function f() { return 1; }',
    'const arrows = [() => 2, async (n: number) => ({ n }), () => { f(); }];',
    'class C { constructor() {} get x() { return 3; } static *y() {} }',
  ].join('\n');
  expect(traced('a.ts', source).split('__enterFunction("a.ts")')).toHaveLength(1 + 7);
  expect(traced('a.ts', 'const f = () => ({});')).toBe('const f = () => (__enterFunction("a.ts"), ({}));');
});
