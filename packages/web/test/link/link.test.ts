import { describe, expect, test } from 'vitest';
import { openedState } from '../../src/link/address.js';
import {
  isSameState,
  MOST_FRAGMENT_CHARACTERS,
  readFragment,
  readState,
  writeFragment,
  writeState,
} from '../../src/link/fragment.js';
import { initialState } from '../../src/state/app-state.js';

const { lit, linkProblem, ...state } = {
  ...initialState('ja'),
  robotsTxt: 'User-agent: *\nDisallow: /検索/\u{1F600}\n',
};

describe('the fragment', () => {
  test('brings the state back, in characters that a URL has as they are', async () => {
    const fragment = await writeFragment(state);
    expect(fragment).toMatch(/^#v1=[\w-]+$/);
    expect(await readFragment(fragment)).toEqual(state);
  });

  test('a list of 10,000 URLs of one site fits', async () => {
    const urls = Array.from({ length: 10_000 }, (_, id) => `https://example.com/shop/item-${id}\n`);
    const fragment = await writeFragment({ ...state, urls: urls.join('') });
    expect(fragment.length).toBeLessThan(MOST_FRAGMENT_CHARACTERS);
    expect(await readFragment(fragment)).toMatchObject({ urls: urls.join('') });
  });

  test('cut anywhere it is damaged, and never throws', async () => {
    const fragment = await writeFragment(state);
    for (let length = 1; length < fragment.length; length++) {
      expect(await readFragment(fragment.slice(0, length))).toBe('damaged');
    }
  });

  test('with other characters it is damaged, or says something that holds', async () => {
    const fragment = await writeFragment(state);
    for (let at = 4; at < fragment.length; at++) {
      const other = fragment[at] === 'A' ? 'B' : 'A';
      const read = await readFragment(fragment.slice(0, at) + other + fragment.slice(at + 1));
      expect(typeof read === 'object' || read === 'damaged').toBe(true);
    }
    for (const junk of ['#', '#top', '#v1=', '#v1=%%%', '#v1=é', '#v=1']) {
      expect(await readFragment(junk)).toBe('damaged');
    }
  });

  test('of a later version is known as such', async () => {
    expect(await readFragment('#v2=whatever')).toBe('newer');
  });

  test('too long, or grown too long when unpacked, is refused', async () => {
    expect(await readFragment(`#v1=${'A'.repeat(MOST_FRAGMENT_CHARACTERS)}`)).toBe('too-long');
    const bomb = new Blob([new Uint8Array(64 * 1024 * 1024)])
      .stream()
      .pipeThrough(new CompressionStream('deflate-raw'));
    const text = Buffer.from(await new Response(bomb).arrayBuffer()).toString('base64url');
    expect(await readFragment(`#v1=${text}`)).toBe('too-long');
  });
});

test('without a fragment the page begins with the example, in the language of the reader', async () => {
  expect(await openedState('', 'ja')).toEqual(initialState('ja'));
  expect(await openedState('#', 'tr')).toEqual(initialState('tr'));
});

test('a fragment says the state, and a bad one what is wrong with it', async () => {
  const state = { ...initialState('tr'), urls: '/x', view: 'diff' as const };
  expect(await openedState(await writeFragment(state), 'en')).toEqual(state);
  expect(await openedState('#top', 'en')).toEqual({
    ...initialState('en'),
    linkProblem: 'damaged',
  });
});

describe('the state in a link', () => {
  test('comes back as it was, a choice of nothing too', () => {
    for (const chosen of [undefined, { url: '/a', productToken: '*' }]) {
      const shared = { ...state, chosen, explainedDialect: 'google' as const };
      expect(readState(writeState(shared))).toEqual(shared);
    }
    expect(writeState(initialState('en'))).not.toMatch(/lit|linkProblem/);
  });

  test('may say less or more than this page knows', () => {
    expect(readState('{"urls":"/a","later":1}')).toEqual({ urls: '/a' });
    expect(readState('{}')).toEqual({});
  });

  test('is refused where a part is not what it has to be', () => {
    const refused = [
      ...['', '[]', 'null', '7', '{"urls":7}', '{"robotsTxt":null}', '{"view":"toString"}'],
      ...['{"language":"de"}', '{"dialect":"constructor"}', '{"productTokens":"a"}'],
      ...['{"productTokens":[""]}', '{"productToken":"a b"}', '{"chosen":{"url":"/a"}}'],
      ...['{"chosen":{"url":"a","productToken":"b"}}', '{"explainedDialect":"toString"}'],
    ];
    expect(refused.filter((json) => readState(json) !== 'damaged')).toEqual([]);
  });

  test('is the same where each part is', () => {
    expect(isSameState(state, { ...state })).toBe(true);
    expect(isSameState(state, { ...state, liveUrl: 'https://a.example' })).toBe(false);
  });
});
