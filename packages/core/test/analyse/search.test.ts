import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { alphabetOf } from '../../src/analyse/alphabet.js';
import { Budget } from '../../src/analyse/budget.js';
import { type Find, find } from '../../src/analyse/search.js';
import { shapeOf } from '../../src/analyse/shape.js';
import { dialects } from '../../src/dialect.js';
import { generatedPatterns, matches } from '../support/patterns.js';
import { wordsOf } from '../support/words.js';

const alphabet = alphabetOf(dialects.rfc9309, dialects.rfc9309);

interface Texts {
  readonly musts?: readonly string[];
  readonly nevers?: readonly string[];
  /** A rival that is not wanted begins with `!`. */
  readonly rivals?: readonly string[];
}

function search({ musts = [], nevers = [], rivals = [] }: Texts, steps?: number): Find {
  const piece = (pattern: string) => ({ shape: shapeOf(pattern, true), side: 'both' as const });
  const quest = {
    alphabet,
    musts: musts.map(piece),
    nevers: nevers.map(piece),
    rivals: rivals.map((rival) => ({
      ...piece(rival.replace('!', '')),
      wanted: !rival.startsWith('!'),
    })),
  };
  return find(quest, new Budget(steps));
}

const witness = (texts: Texts) => {
  const found = search(texts);
  return found.outcome === 'found' ? found.witness : found.outcome;
};

describe('a shortest target', () => {
  test('matches all that it must, and none that it must not', () => {
    expect(witness({})).toBe('/');
    expect(witness({ musts: ['/private/'] })).toBe('/private/');
    expect(witness({ musts: ['/*.css$', '/a*b'] })).toBe('/ab.css');
    expect(witness({ musts: ['/a'], nevers: ['/a$'] })).toBe('/aa');
    expect(witness({ musts: ['/'], nevers: ['/$', '/a', '/b*'] })).toBe('/c');
    expect(witness({ musts: ['/'], nevers: ['/*'] })).toBe('never');
    expect(witness({ nevers: ['*'] })).toBe('never');
    expect(witness({ musts: ['*'], nevers: ['/$'] })).toBe('/a');
  });

  test('the best rival that matches is a wanted one', () => {
    expect(witness({ rivals: ['/a', '!/'] })).toBe('/a');
    expect(witness({ rivals: ['!/ab', '/a', '!/'] })).toBe('/a');
    expect(witness({ musts: ['/a*c'], rivals: ['/a*bc', '!/a', '/'] })).toBe('/abc');
    expect(witness({ musts: ['/a'], rivals: ['!/a', '/'] })).toBe('never');
    expect(witness({ rivals: ['!/'] })).toBe('never');
    expect(witness({ rivals: ['!/x', '/'] })).toBe('/');
  });

  test('row 17: is spelt in canonical form', () => {
    expect(witness({ musts: ['/*%C3'] })).toBe('/%C3');
    expect(witness({ musts: ['/*%A'] })).toBe('/%A0');
    expect(witness({ musts: ['/%7'] })).toBe('/%7B');
    expect(witness({ musts: ['/%61'] })).toBe('never');
    expect(witness({ musts: ['/*?*%2F'] })).toBe('never');
  });

  test('row 20: has no dot segments in its path', () => {
    expect(witness({ musts: ['/a/./b'] })).toBe('never');
    expect(witness({ musts: ['/*/../b'] })).toBe('/?/../b');
    expect(witness({ musts: ['/..'] })).toBe('/..a');
    expect(witness({ musts: ['/*/.$'] })).toBe('/?/.');
    expect(witness({ musts: ['/*./a'] })).toBe('/a./a');
  });
});

test('a proof names what it stands on', () => {
  const nevers = ['/*b', '/a', '/b', '/*c'];
  const never = { outcome: 'never', ruledOut: [1, 2] };
  expect(search({ musts: ['/*a'], nevers: ['/x', '/*a'] })).toMatchObject({ outcome: 'never' });
  expect(search({ musts: ['/a'], nevers })).toEqual({ ...never, ruledOut: [1] });
  expect(search({ musts: ['/a'], nevers: ['/x', '/*z', '/a'] })).toEqual({
    ...never,
    ruledOut: [2],
  });
});

test('a form that is not read wholly leaves no proof', () => {
  const { targetForm } = dialects.rfc9309;
  const own = { ...dialects.rfc9309, targetForm: { ...targetForm, upperCaseEscapes: false } };
  const quest = { alphabet: alphabetOf(own, own), nevers: [], rivals: [] };
  const never = { shape: shapeOf('/a/./b', true), side: 'both' as const };
  expect(find({ ...quest, musts: [never] }, new Budget())).toEqual({ outcome: 'undecided' });
});

test('where a shortest target takes too long to find, another one is found', () => {
  // Each piece is a step aside on the way to the others.
  const letters = [...'abcdefghijklmnop'];
  const asides = letters.map((letter) => `/*${letter.repeat(3)}*${letter.repeat(2)}!`);
  const musts = [...'qrstuvwx'].map((letter) => `/*${letter}1*${letter}2`);
  const found = search({ musts, nevers: asides });
  expect(found.outcome).toBe('found');
  const text = found.outcome === 'found' ? found.witness : '';
  for (const must of musts) expect(matches(must, text)).toBe(true);
  for (const aside of asides) expect(matches(aside, text)).toBe(false);
});

test.each([
  { musts: ['/*a*b*c*d'], nevers: ['/*b*a*d*c', '/*c*d*b*a', '/*d*c*b*a'] },
  { musts: ['/*a', '/*b'], nevers: ['/*a*b', '/*b*a'] },
])('where the budget is met nothing is claimed: $musts', (quest) => {
  const whole = search(quest);
  const outcomes = Array.from({ length: 300 }, (_, steps) => search(quest, steps));
  expect(outcomes[0]).toEqual({ outcome: 'undecided' });
  expect(outcomes.at(-1)).toEqual(whole);
  for (const one of outcomes) if (one.outcome !== 'undecided') expect(one).toEqual(whole);
});

test('agrees with trying all targets, and finds none longer than needed', () => {
  const letters = ['a', 'b', '/', 'c'];
  const targets = wordsOf(letters, 4).map((word) => `/${word}`);
  const some = (most: number) =>
    generatedPatterns(['a', 'b', '/', '*'], most).map((list) => list.map((text) => `/${text}`));
  fc.assert(
    fc.property(some(2), some(3), some(3), fc.nat(7), (musts, nevers, rest, wantedBits) => {
      const wanted = (at: number) => ((wantedBits >> at) & 1) === 1;
      const all = [...rest.slice(0, 2), '/'];
      const rivals = all.map((pattern, at) => (wanted(at) ? pattern : `!${pattern}`));
      const isGoal = (target: string) =>
        musts.every((pattern) => matches(pattern, target)) &&
        !nevers.some((pattern) => matches(pattern, target)) &&
        wanted(all.findIndex((pattern) => matches(pattern, target)));
      const shortest = targets.find(isGoal);
      const found = search({ musts, nevers, rivals });
      if (found.outcome === 'found') expect(isGoal(found.witness)).toBe(true);
      else expect(found.outcome).toBe('never');
      if (shortest !== undefined) {
        expect(found.outcome === 'found' && found.witness.length).toBe(shortest.length);
      }
    }),
    { numRuns: 400 },
  );
});
