import { describe, expect, test } from 'vitest';
import { dialects } from '../../src/dialect/dialect.js';
import { parseRobotsTxt } from '../../src/file/robots-txt.js';
import { type Alphabet, alphabetOf, NO_CONTEXT, plainAlphabetOf, plainTargets } from '../../src/prover/alphabet.js';
import { dialectNames } from '../support/make.js';
import { wordsOf } from '../support/words.js';

/** Whether the alphabet has the target, byte by byte. */
function has(alphabet: Alphabet, target: string): boolean {
  let context = alphabet.start;
  for (const character of target.slice(1)) {
    context = alphabet.next[context * 256 + character.charCodeAt(0)];
    if (context === NO_CONTEXT) return false;
  }
  return alphabet.mayEnd[context] === 1;
}

const PIECES = ['a', '/', '.', '?', '%2F', '%C3', '*', ' ', '%'];

describe.each(dialectNames)('rows 17, 19 and 20, %s', (dialect) => {
  const alphabet = alphabetOf(dialects[dialect], dialects[dialect]);
  const matcher = parseRobotsTxt('', { dialect }).matcher('foo');

  test('contains exactly the targets that are compared as spelled', () => {
    for (const word of wordsOf(PIECES, 4)) {
      const isCanonical = matcher.explain(`http://h/${word}`).target === `/${word}`;
      expect(has(alphabet, `/${word}`), word).toBe(isCanonical);
    }
  });

  test('is complete and shared', () => {
    expect(alphabet).toMatchObject({ isShared: true, isComplete: true, endsDiffer: false });
    expect(alphabet.isComparedEqual.every((flag) => flag === 1)).toBe(true);
    expect(alphabetOf(dialects[dialect], dialects[dialect])).toBe(alphabet);
  });
});

test('a byte that cannot be spelled literally has another spelling', () => {
  const { respelled, start } = alphabetOf(dialects.koster1996, dialects.koster1996);
  const spellings = respelled[start].map(({ unit }) => String.fromCharCode(...unit.spelling));
  expect(spellings.sort()).toEqual(['%23', '%3F']);
});

describe('two forms', () => {
  const { rfc9309, google, koster1996 } = dialects;

  test('respelled units are not plain bytes', () => {
    const alphabet = alphabetOf(rfc9309, google);
    expect(has(alphabet, '/a%2F')).toBe(true);
    expect(has(alphabet, '/?%2F')).toBe(false);
    expect(has(alphabet, '/a*')).toBe(false);
    expect(alphabet.isShared).toBe(false);
    const alike = (character: string) => alphabet.isComparedEqual[character.charCodeAt(0)] === 1;
    expect(['a', '/', '.'].map(alike)).toEqual([true, true, true]);
    expect(['%', '*', '?'].map(alike)).toEqual([false, false, false]);
  });

  test('canonical form: without the escapes that only one of them decodes', () => {
    const plain = plainAlphabetOf(rfc9309, google);
    const spellings = ({ respelled }: Alphabet, context: number) =>
      respelled[context].map(({ unit }) => String.fromCharCode(...unit.spelling));
    const whole = alphabetOf(rfc9309, google);
    const inQuery = plain.next[plain.start * 256 + '?'.charCodeAt(0)];
    expect(spellings(whole, inQuery)).toEqual(expect.arrayContaining(['%2F', '%3A', '%3F', '%40']));
    expect(spellings(plain, inQuery).filter((spelling) => spelling.startsWith('%'))).toEqual([]);
    const isNeverDelimiter = (spelling: string) => /^%(?:21|2[789]|3A|40|5B|5D)$/.test(spelling);
    expect(spellings(whole, whole.start).filter(isNeverDelimiter)).toHaveLength(8);
    expect(spellings(plain, plain.start)).toEqual(
      spellings(whole, whole.start).filter((spelling) => !isNeverDelimiter(spelling)),
    );
    expect(has(plain, '/a%2F?%20/:@?')).toBe(true);
    expect(plainAlphabetOf(rfc9309, google)).toBe(plain);
  });

  test('units that one side compares differently', () => {
    const apart = (alphabet: Alphabet) =>
      String.fromCharCode(...[...alphabet.isComparedDifferently.keys()].filter((at) => alphabet.isComparedDifferently[at] === 1));
    expect(apart(plainAlphabetOf(rfc9309, google))).toBe('$%*24A');
    expect(apart(alphabetOf(rfc9309, google))).toBe("!$%'()*/012345789:?@ABDF[]");
    expect(apart(alphabetOf(rfc9309, koster1996))).toHaveLength(256);
    expect(apart(alphabetOf(google, google))).toBe('');
  });

  test('canonical form: the same alphabet if there are none', () => {
    for (const other of [rfc9309, koster1996]) {
      expect(plainAlphabetOf(rfc9309, other)).toBe(alphabetOf(rfc9309, other));
      expect(plainTargets(rfc9309, other)('/?%2F')).toBe(true);
    }
    const isPlain = plainTargets(google, rfc9309);
    expect(['/?%2f', '/a?b=%3A', '/?a?%40', '/%28'].map(isPlain)).toEqual(Array(4).fill(false));
    expect(['/%2F', '/%3F?', '/?/:@', '/?%20', '/?%'].map(isPlain)).toEqual(Array(5).fill(true));
  });

  test('one target may end before the other', () => {
    expect(alphabetOf(rfc9309, koster1996).endsDiffer).toBe(true);
    expect(alphabetOf(rfc9309, google).endsDiffer).toBe(false);
  });
});
