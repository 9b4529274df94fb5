import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/support/runs.js';
import { dialects } from '../../src/dialect/dialect.js';
import { alphabetOf } from '../../src/prover/alphabet.js';
import { Budget } from '../../src/prover/budget.js';
import { type Find, find } from '../../src/prover/search.js';
import { shapeOf } from '../../src/prover/shape.js';
import { generatedPatterns, matches } from '../support/patterns.js';

const alphabet = alphabetOf(dialects.rfc9309, dialects.rfc9309);

interface Texts {
  readonly required?: readonly string[];
  readonly forbidden?: readonly string[];
  /** Unwanted competing patterns start with `!`. */
  readonly competing?: readonly string[];
}

function search({ required = [], forbidden = [], competing = [] }: Texts, steps?: number): Find {
  const piece = (pattern: string) => ({ shape: shapeOf(pattern, true), side: 'both' as const });
  const quest = {
    alphabet,
    required: required.map(piece),
    forbidden: forbidden.map(piece),
    competing: competing.map((competitor) => ({
      ...piece(competitor.replace('!', '')),
      wanted: !competitor.startsWith('!'),
    })),
  };
  return find(quest, new Budget(steps));
}

const witness = (texts: Texts) => {
  const found = search(texts);
  return found.outcome === 'found' ? found.witness : found.outcome;
};

describe('a shortest target', () => {
  test('matches all required patterns and no forbidden one', () => {
    expect(witness({})).toBe('/');
    expect(witness({ required: ['/private/'] })).toBe('/private/');
    expect(witness({ required: ['/*.css$', '/a*b'] })).toBe('/ab.css');
    expect(witness({ required: ['/a'], forbidden: ['/a$'] })).toBe('/aa');
    expect(witness({ required: ['/'], forbidden: ['/$', '/a', '/b*'] })).toBe('/c');
    expect(witness({ required: ['/'], forbidden: ['/*'] })).toBe('never');
    expect(witness({ forbidden: ['*'] })).toBe('never');
    expect(witness({ required: ['*'], forbidden: ['/$'] })).toBe('/a');
  });

  test('the best competing pattern that matches is wanted', () => {
    expect(witness({ competing: ['/a', '!/'] })).toBe('/a');
    expect(witness({ competing: ['!/ab', '/a', '!/'] })).toBe('/a');
    expect(witness({ required: ['/a*c'], competing: ['/a*bc', '!/a', '/'] })).toBe('/abc');
    expect(witness({ required: ['/a'], competing: ['!/a', '/'] })).toBe('never');
    expect(witness({ competing: ['!/'] })).toBe('never');
    expect(witness({ competing: ['!/x', '/'] })).toBe('/');
  });

  test('canonical form: is in canonical form', () => {
    expect(witness({ required: ['/*%C3'] })).toBe('/%C3');
    expect(witness({ required: ['/*%A'] })).toBe('/%A0');
    expect(witness({ required: ['/%7'] })).toBe('/%7B');
    expect(witness({ required: ['/%61'] })).toBe('never');
    expect(witness({ required: ['/*?*%2F'] })).toBe('never');
  });

  test('dot segments: has no dot segments in its path', () => {
    expect(witness({ required: ['/a/./b'] })).toBe('never');
    expect(witness({ required: ['/*/../b'] })).toBe('/?/../b');
    expect(witness({ required: ['/..'] })).toBe('/..a');
    expect(witness({ required: ['/*/.$'] })).toBe('/?/.');
    expect(witness({ required: ['/*./a'] })).toBe('/a./a');
  });
});

test('a proof lists the patterns it relies on', () => {
  const forbidden = ['/*b', '/a', '/b', '/*c'];
  const never = { outcome: 'never', ruledOut: [1, 2] };
  expect(search({ required: ['/*a'], forbidden: ['/x', '/*a'] })).toMatchObject({
    outcome: 'never',
  });
  expect(search({ required: ['/a'], forbidden })).toEqual({ ...never, ruledOut: [1] });
  expect(search({ required: ['/a'], forbidden: ['/x', '/*z', '/a'] })).toEqual({
    ...never,
    ruledOut: [2],
  });
});

test('without a wanted competing pattern, nothing is found and no step is spent', () => {
  const competing = ['!/a', '!/'];
  expect(search({ required: ['/a'], competing }, 0)).toEqual({ outcome: 'never', ruledOut: [] });
  expect(search({ required: ['/a'], competing: ['!/a', '/'] }, 0)).toEqual({
    outcome: 'undecided',
  });
});

test('an incomplete alphabet yields no proof', () => {
  const { targetForm } = dialects.rfc9309;
  const own = { ...dialects.rfc9309, targetForm: { ...targetForm, upperCaseEscapes: false } };
  const quest = { alphabet: alphabetOf(own, own), forbidden: [], competing: [] };
  const never = { shape: shapeOf('/a/./b', true), side: 'both' as const };
  expect(find({ ...quest, required: [never] }, new Budget())).toEqual({ outcome: 'undecided' });
});

test('finds another target if a shortest one takes too long', () => {
  // Each piece is a step aside on the way to the others.
  const letters = [...'abcdefghijklmnop'];
  const asides = letters.map((letter) => `/*${letter.repeat(3)}*${letter.repeat(2)}!`);
  const required = [...'qrstuvwx'].map((letter) => `/*${letter}1*${letter}2`);
  const found = search({ required, forbidden: asides });
  expect(found.outcome).toBe('found');
  const text = found.outcome === 'found' ? found.witness : '';
  for (const must of required) expect(matches(must, text)).toBe(true);
  for (const aside of asides) expect(matches(aside, text)).toBe(false);
});

test.each([
  { required: ['/*a*b*c*d'], forbidden: ['/*b*a*d*c', '/*c*d*b*a', '/*d*c*b*a'] },
  { required: ['/*a', '/*b'], forbidden: ['/*a*b', '/*b*a'] },
])('an exhausted budget proves nothing: $required', (quest) => {
  const whole = search(quest);
  const outcomes = Array.from({ length: 1_000 }, (_, steps) => search(quest, steps));
  expect(outcomes[0]).toEqual({ outcome: 'undecided' });
  expect(outcomes.at(-1)).toEqual(whole);
  for (const one of outcomes) if (one.outcome !== 'undecided') expect(one).toEqual(whole);
});

test.each([
  { required: ['/a*aa', '/*aab'], shortest: '/aaab' },
  { required: ['/b*bb*', '/*a*$', '/*$'], forbidden: ['/bb'], shortest: '/babb' },
  { required: ['/*/*..', '/*.'], forbidden: ['//', '/.a*.'], shortest: '/?/..' },
  { required: ['/*.$', '/*.*', '/*a/*'], forbidden: ['/a*'], shortest: '/?a/.' },
])('no target for $required is shorter than $shortest', ({ shortest, ...texts }) => {
  expect(witness(texts)).toHaveLength(shortest.length);
});

/** The possible remainders of a pattern, one for each way to match the target so far. */
const opened = (rest: string): string[] => (rest.startsWith('*') ? [rest, ...opened(rest.slice(1))] : [rest]);

function advance(rests: readonly string[], character: string): string[] {
  const next = rests.flatMap((rest) => {
    if (rest === '') return [rest];
    if (rest.startsWith('*')) return opened(rest);
    return rest.startsWith(character) ? opened(rest.slice(1)) : [];
  });
  return [...new Set(next)].sort();
}

/** Row 20: a path that ends with a dot segment, or with a prefix of one. */
const DOT_SEGMENT = /^[^?]*\/\.\.?$/;
const LAST_SEGMENT = /^[^?]*(\/[^/]{0,3})/;

/** The length of the shortest target that satisfies the patterns, by trying all targets. */
function shortestLength(patterns: readonly string[], isGoal: (matched: readonly boolean[]) => boolean): number | undefined {
  const seen = new Set<string>();
  let targets = [{ text: '/', rests: patterns.map((pattern) => advance(opened(pattern), '/')) }];
  while (targets.length > 0) {
    const longer: typeof targets = [];
    for (const { text, rests } of targets) {
      const matched = rests.map((some) => some.includes('') || some.includes('$'));
      const endsInDots = DOT_SEGMENT.test(text);
      if (!endsInDots && isGoal(matched)) return text.length;
      for (const letter of endsInDots ? 'ab.' : 'ab/.?') {
        const next = { text: text + letter, rests: rests.map((some) => advance(some, letter)) };
        const [, segment = '?'] = LAST_SEGMENT.exec(next.text) ?? [];
        const key = JSON.stringify([next.text.includes('?') || segment, next.rests]);
        if (!seen.has(key)) longer.push(next);
        seen.add(key);
      }
    }
    targets = longer;
  }
  return undefined;
}

test('finds a target if there is one, and no longer than necessary', () => {
  const some = (most: number) =>
    generatedPatterns(['a', 'a', '/', '*', '*', '.', '?'], most).map((list) => list.map((text) => `/${text}`));
  fc.assert(
    fc.property(some(3), some(3), some(3), fc.nat(7), (required, forbidden, rest, wantedBits) => {
      const wanted = (at: number) => ((wantedBits >> at) & 1) === 1;
      const all = [...rest.slice(0, 2), '/'];
      const competing = all.map((pattern, at) => (wanted(at) ? pattern : `!${pattern}`));
      const isGoal = (matched: readonly boolean[]) =>
        matched.slice(0, required.length).every(Boolean) &&
        !matched.slice(required.length, -all.length).some(Boolean) &&
        wanted(matched.slice(-all.length).indexOf(true));
      const length = shortestLength([...required, ...forbidden, ...all], isGoal);
      const found = search({ required, forbidden, competing });
      expect(found.outcome).toBe(length === undefined ? 'never' : 'found');
      expect(found.outcome === 'found' ? found.witness.length : undefined).toBe(length);
    }),
    { numRuns: runs(300) },
  );
});
