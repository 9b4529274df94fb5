import { deflateSync, strFromU8 } from 'fflate';
import { describe, expect, test } from 'vitest';
import { MOST_FRAGMENT_CHARACTERS, readFragment, writeFragment } from '../../src/link/codec.js';
import { initialState } from '../../src/state/app-state.js';

const { lit, linkProblem, ...state } = {
  ...initialState('ja'),
  robotsTxt: 'User-agent: *\nDisallow: /検索/\u{1F600}\n',
};

describe('the fragment', () => {
  test('brings the state back, in characters that a URL has as they are', () => {
    const fragment = writeFragment(state);
    expect(fragment).toMatch(/^#v1=[\w-]+$/);
    expect(readFragment(fragment)).toEqual(state);
  });

  test('a list of 10,000 URLs of one site fits', () => {
    const urls = Array.from({ length: 10_000 }, (_, id) => `https://example.com/shop/item-${id}\n`);
    const fragment = writeFragment({ ...state, urls: urls.join('') });
    expect(fragment.length).toBeLessThan(MOST_FRAGMENT_CHARACTERS);
    expect(readFragment(fragment)).toMatchObject({ urls: urls.join('') });
  });

  test('cut anywhere it is damaged, and never throws', () => {
    const fragment = writeFragment(state);
    for (let length = 1; length < fragment.length; length++) {
      expect(readFragment(fragment.slice(0, length))).toBe('damaged');
    }
  });

  test('with other characters it is damaged, or says something that holds', () => {
    const fragment = writeFragment(state);
    for (let at = 4; at < fragment.length; at++) {
      const other = fragment[at] === 'A' ? 'B' : 'A';
      const read = readFragment(fragment.slice(0, at) + other + fragment.slice(at + 1));
      expect(typeof read === 'object' || read === 'damaged').toBe(true);
    }
    for (const junk of ['#', '#top', '#v1=', '#v1=%%%', '#v1=é', '#v=1']) {
      expect(readFragment(junk)).toBe('damaged');
    }
  });

  test('of a later version is known as such', () => {
    expect(readFragment('#v2=whatever')).toBe('newer');
  });

  test('too long, or grown too long when unpacked, is refused', () => {
    expect(readFragment(`#v1=${'A'.repeat(MOST_FRAGMENT_CHARACTERS)}`)).toBe('too-long');
    const bomb = deflateSync(new Uint8Array(64 * 1024 * 1024));
    const text = btoa(strFromU8(bomb, true)).replaceAll('+', '-').replaceAll('/', '_');
    expect(readFragment(`#v1=${text.replaceAll('=', '')}`)).toBe('too-long');
  });
});
