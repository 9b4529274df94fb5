import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/support/runs.js';
import { Budget } from '../../src/prover/budget.js';
import { includes, mayOverlap, STAR, shapeOf } from '../../src/prover/shape.js';
import { generatedPatterns, generatedTargets, matches } from '../support/patterns.js';

const byte = (character: string) => character.charCodeAt(0);

describe('wildcards: the shape of a pattern', () => {
  test('omits redundant stars', () => {
    const shape = shapeOf('/a***b**', true);
    expect(shape).toMatchObject({ anchored: false, starred: true, prefix: '/a' });
    expect(shape.symbols).toEqual([byte('/'), byte('a'), STAR, byte('b')]);
    expect(shape.id).toBe(shapeOf('/a*b', true).id);
    expect(shapeOf('/a*$', true)).toEqual(shapeOf('/a', true));
  });

  test('a final $ is the end, or literal without wildcards', () => {
    expect(shapeOf('/a$', true)).toMatchObject({ anchored: true, prefix: '/a' });
    expect(shapeOf('/a*$', false)).toMatchObject({
      anchored: false,
      starred: false,
      prefix: '/a*$',
    });
    expect(shapeOf('/a$', true).id).not.toBe(shapeOf('/a', true).id);
  });
});

describe('inclusion', () => {
  const included = (outer: string, inner: string) => includes(shapeOf(outer, true), shapeOf(inner, true), new Budget());

  test('one pattern matches everything that another does', () => {
    expect(included('/a', '/ab')).toBe(true);
    expect(included('/*b', '/a*cb$')).toBe(true);
    expect(included('/', '/*?')).toBe(true);
    expect(included('/a*$', '/a$')).toBe(true);
    expect(included('/ab', '/a')).toBe(false);
    expect(included('/a$', '/a')).toBe(false);
    expect(included('/*a*b', '/*b*a')).toBe(false);
    expect(included('/*ab$', '/*aab$')).toBe(true);
  });

  test('is false if the budget runs out', () => {
    expect(includes(shapeOf('/*a', true), shapeOf('/ab', true), new Budget(2))).toBe(false);
  });

  test('holds for every target', () => {
    const pieces = ['a', 'b', '*'];
    const patterns = generatedPatterns(pieces, 2);
    fc.assert(
      fc.property(patterns, generatedTargets(['a', 'b', 'c']), ([one, other = one], targets) => {
        const both = targets.filter((target) => matches(other, target));
        if (included(one, other)) {
          for (const target of both) expect(matches(one, target)).toBe(true);
        }
        if (both.some((target) => matches(one, target))) {
          expect(mayOverlap(shapeOf(one, true), shapeOf(other, true))).toBe(true);
        }
        // A byte that neither pattern contains represents what a star may match.
        const hidden = `${other.replace(/\$$/, '').replaceAll('*', 'z')}${other.endsWith('$') ? '' : 'z'}`;
        expect(included(one, other)).toBe(matches(one, hidden));
      }),
      { numRuns: runs(1000) },
    );
  });
});
