import { describe, expect, test } from 'vitest';
import { type Alphabet, alphabetOf, NOWHERE } from '../../src/analyse/alphabet.js';
import { dialects } from '../../src/dialect.js';
import { parseRobotsTxt } from '../../src/robots-txt.js';
import { dialectNames } from '../support/make.js';
import { wordsOf } from '../support/words.js';

/** Whether the alphabet has the target, octet by octet. */
function has(alphabet: Alphabet, target: string): boolean {
  let place = alphabet.start;
  for (const character of target.slice(1)) {
    place = alphabet.next[place * 256 + character.charCodeAt(0)];
    if (place === NOWHERE) return false;
  }
  return alphabet.mayEnd[place] === 1;
}

const PIECES = ['a', '/', '.', '?', '%2F', '%C3', '*', ' ', '%'];

describe.each(dialectNames)('rows 17, 19 and 20, %s', (dialect) => {
  const alphabet = alphabetOf(dialects[dialect], dialects[dialect]);
  const matcher = parseRobotsTxt('', { dialect }).matcher('foo');

  test('has the targets that are compared as they are spelt, and no others', () => {
    for (const word of wordsOf(PIECES, 4)) {
      const isCanonical = matcher.explain(`http://h/${word}`).target === `/${word}`;
      expect(has(alphabet, `/${word}`), word).toBe(isCanonical);
    }
  });

  test('is one, whole and shared', () => {
    expect(alphabet).toMatchObject({ isShared: true, isWhole: true, endsDiffer: false });
    expect(alphabet.alike.every((flag) => flag === 1)).toBe(true);
    expect(alphabetOf(dialects[dialect], dialects[dialect])).toBe(alphabet);
  });
});

test('an octet that is compared but cannot be spelt as itself has another spelling', () => {
  const { respelt, start } = alphabetOf(dialects.koster1996, dialects.koster1996);
  const spellings = respelt[start].map(({ unit }) => String.fromCharCode(...unit.spelling));
  expect(spellings.sort()).toEqual(['%23', '%3F']);
});

describe('two forms', () => {
  const { rfc9309, google, koster1996 } = dialects;

  test('what one of them respells is no plain octet', () => {
    const alphabet = alphabetOf(rfc9309, google);
    expect(has(alphabet, '/a%2F')).toBe(true);
    expect(has(alphabet, '/?%2F')).toBe(false);
    expect(has(alphabet, '/a*')).toBe(false);
    expect(alphabet.isShared).toBe(false);
    const alike = (character: string) => alphabet.alike[character.charCodeAt(0)] === 1;
    expect(['a', '/', '.'].map(alike)).toEqual([true, true, true]);
    expect(['%', '*', '?'].map(alike)).toEqual([false, false, false]);
  });

  test('the target of one may end where that of the other goes on', () => {
    expect(alphabetOf(rfc9309, koster1996).endsDiffer).toBe(true);
    expect(alphabetOf(rfc9309, google).endsDiffer).toBe(false);
  });
});
