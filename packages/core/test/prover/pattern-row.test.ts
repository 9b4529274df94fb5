import { expect, test } from 'vitest';
import { dialects } from '../../src/dialect/dialect.js';
import { alphabetOf } from '../../src/prover/alphabet.js';
import {
  FIXED_END,
  FORBIDDEN,
  OPEN_END,
  PatternRow,
  REQUIRED,
} from '../../src/prover/pattern-row.js';
import { STAR, shapeOf } from '../../src/prover/shape.js';

const alphabet = alphabetOf(dialects.rfc9309, dialects.rfc9309);

function rowOf(
  required: readonly string[],
  forbidden: readonly string[] = [],
  competing: readonly (readonly [pattern: string, wanted: boolean])[] = [],
): PatternRow {
  const piece = (pattern: string) => ({ shape: shapeOf(pattern, true), side: 'both' as const });
  return new PatternRow({
    alphabet,
    required: required.map(piece),
    forbidden: forbidden.map(piece),
    competing: competing.map(([pattern, wanted]) => ({ ...piece(pattern), wanted })),
  });
}

test('stores patterns consecutively, each with its end', () => {
  const row = rowOf(['/*a'], ['/$']);
  expect([...row.symbols]).toEqual([0x2f, STAR, 0x61, OPEN_END, 0x2f, FIXED_END]);
  expect([...row.ownerAt]).toEqual([0, 0, 0, 0, 1, 1]);
  expect([...row.bytesLeft]).toEqual([2, 1, 1, 0, 1, 0]);
  expect(row.owners).toMatchObject([
    { start: 0, role: REQUIRED, side: 'both' },
    { start: 4, role: FORBIDDEN, side: 'both' },
  ]);
  expect([row.allRequired, row.lastLevel]).toEqual([1, 0]);
});

test('consecutive competing patterns with the same wanted form a level', () => {
  const row = rowOf(
    [],
    [],
    [
      ['/a', false],
      ['/b', true],
      ['/c', true],
      ['/d', false],
      ['/', true],
    ],
  );
  expect(row.owners.map(({ role }) => role)).toEqual([FORBIDDEN, 0, 0, 1]);
  expect(row.lastLevel).toBe(2);
});

test('row 20: a dot segment matters if a star may match the query before it', () => {
  const holds = (pattern: string) => rowOf([pattern]).mayContainDotSegments;
  expect(['/*/.', '/*.', '/*a/./b', '/a*/..$'].map(holds)).toEqual([true, true, true, true]);
  expect(['/.a', '/*.a', '/a/../b', '/*/a.'].map(holds)).toEqual([false, false, false, false]);
});
