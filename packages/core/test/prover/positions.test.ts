import { expect, test } from 'vitest';
import { dialects } from '../../src/dialect/dialect.js';
import { alphabetOf } from '../../src/prover/alphabet.js';
import type { Side } from '../../src/prover/pattern-row.js';
import { PatternRow } from '../../src/prover/pattern-row.js';
import { Positions } from '../../src/prover/positions.js';
import { shapeOf } from '../../src/prover/shape.js';

const alphabet = alphabetOf(dialects.rfc9309, dialects.koster1996);

interface Texts {
  readonly required?: readonly string[];
  readonly forbidden?: readonly string[];
  readonly competing?: readonly (readonly [pattern: string, wanted: boolean])[];
  readonly side?: Side;
}

function positionsOf({
  required = [],
  forbidden = [],
  competing = [],
  side = 'both',
}: Texts): Positions {
  const piece = (pattern: string) => ({ shape: shapeOf(pattern, true), side });
  const row = new PatternRow({
    alphabet,
    required: required.map(piece),
    forbidden: forbidden.map(piece),
    competing: competing.map(([pattern, wanted]) => ({ ...piece(pattern), wanted })),
  });
  const positions = new Positions(row);
  positions.begin();
  return positions;
}

/** Whether anything can be found after the bytes. */
function steps(positions: Positions, text: string): boolean {
  return [...text].every(
    (character) => positions.step(character.charCodeAt(0), 'both') && positions.settle(0),
  );
}

function awaited(positions: Positions): { bytes: string; isTight: boolean } {
  const marks = new Uint8Array(256);
  const isTight = positions.markAwaited(marks);
  const bytes = [...marks.keys()].filter((byte) => marks[byte] === 1);
  return { bytes: String.fromCharCode(...bytes), isTight };
}

test('targets with equal progress share a state', () => {
  const [one, other] = [positionsOf({ required: ['/*ab'] }), positionsOf({ required: ['/*ab'] })];
  expect([steps(one, '/xa'), steps(other, '/aca')]).toEqual([true, true]);
  expect([...one.state.subarray(0, one.length)]).toEqual([
    ...other.state.subarray(0, other.length),
  ]);
});

test('only bytes awaited by a required pattern lead on until its star', () => {
  const positions = positionsOf({ required: ['/a*b'], forbidden: ['/*c'] });
  steps(positions, '/');
  expect(awaited(positions)).toEqual({ bytes: 'a', isTight: true });
  steps(positions, 'a');
  expect(awaited(positions)).toEqual({ bytes: 'bc', isTight: false });
});

test('the state is empty if a required pattern cannot match or a forbidden one does', () => {
  expect(steps(positionsOf({ required: ['/a'] }), '/b')).toBe(false);
  const positions = positionsOf({ forbidden: ['/b', '/*a'] });
  expect(steps(positions, '/ca')).toBe(false);
  expect(positions.ruledOut()).toEqual([1]);
  expect(positionsOf({ forbidden: ['*'] }).begin()).toBe(false);
});

test('a forbidden end rules out the target but not its extensions', () => {
  const positions = positionsOf({ forbidden: ['/a$'] });
  expect(steps(positions, '/a')).toBe(true);
  expect(positions.isGoal()).toBe(false);
  expect(positions.ruledOut()).toEqual([0]);
  expect(steps(positions, 'a')).toBe(true);
  expect(positions.isGoal()).toBe(true);
});

test('the state is empty if only unwanted patterns can decide', () => {
  const competing = [
    ['/ab', true],
    ['/a', false],
    ['/', true],
  ] as const;
  const positions = positionsOf({ competing });
  expect(steps(positions, '/')).toBe(true);
  expect(positions.isGoal()).toBe(true);
  expect(steps(positions, 'a')).toBe(true);
  expect(positions.isGoal()).toBe(false);
  expect(steps(positions, 'c')).toBe(false);
});

test('does not step a side that has ended', () => {
  const positions = positionsOf({ required: ['/a$'], side: 1 });
  steps(positions, '/a');
  expect(positions.endSide(1) && positions.settle(0)).toBe(true);
  expect(positions.step(0x61, 1) && positions.settle(0)).toBe(true);
  expect(positions.isGoal()).toBe(true);
  const other = positionsOf({ required: ['/a'], side: 1 });
  steps(other, '/');
  expect(other.step(0x62, 0) && other.settle(0)).toBe(true);
  expect(other.endSide(1) && other.settle(0)).toBe(false);
});

test('missing bytes: the maximum and the sum', () => {
  const competing = [
    ['/*xyz', true],
    ['/', false],
  ] as const;
  const positions = positionsOf({ required: ['/abcd', '/*ef'], competing });
  const lacking = () => [positions.bytesLeft, positions.bytesLeftInAll];
  steps(positions, '/a');
  expect(lacking()).toEqual([3, 3 + 2 + 3]);
  steps(positions, 'bcde');
  expect(lacking()).toEqual([3, 1 + 3]);
  steps(positions, 'xyz');
  expect(lacking()).toEqual([2, 2]);
});

test('a state can be reloaded', () => {
  const positions = positionsOf({ required: ['/*a'] });
  steps(positions, '/b');
  const saved = positions.state.slice(0, positions.length);
  steps(positions, 'a');
  expect(positions.isGoal()).toBe(true);
  positions.load(saved, 0, saved.length);
  expect(positions.isGoal()).toBe(false);
});
