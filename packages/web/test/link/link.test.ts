import { describe, expect, test } from 'vitest';
import { cpuMs } from '../../../../test/support/cpu-time.js';
import { openedValues } from '../../src/link/address.js';
import {
  fitsInLink,
  isSameLink,
  MAX_FRAGMENT_CHARACTERS,
  MAX_LINK_URL_LINES,
  readFragment,
  readState,
  sharedValues,
  writeFragment,
  writeState,
} from '../../src/link/fragment.js';
import { initialValues, MAX_PRODUCT_TOKENS, pageState } from '../../src/state/page-state.js';

const state = sharedValues(
  pageState({
    ...initialValues('ja'),
    robotsTxt: 'User-agent: *\nDisallow: /検索/\u{1F600}\n',
  }),
);

describe('the fragment', () => {
  test('round-trips the state in URL-safe characters', async () => {
    const fragment = await writeFragment(state);
    expect(fragment).toMatch(/^#v1=[\w-]+$/);
    expect(await readFragment(fragment)).toEqual(state);
  });

  test('fits 10,000 URLs of one site', async () => {
    const urls = Array.from({ length: 10_000 }, (_, id) => `https://example.com/shop/item-${id}\n`);
    const fragment = await writeFragment({ ...state, urls: urls.join('') });
    expect(fragment.length).toBeLessThan(MAX_FRAGMENT_CHARACTERS);
    expect(await readFragment(fragment)).toMatchObject({ urls: urls.join('') });
  });

  test('reports truncated fragments as damaged', async () => {
    const fragment = await writeFragment(state);
    for (let length = 1; length < fragment.length; length++) {
      expect(await readFragment(fragment.slice(0, length))).toBe('damaged');
    }
  });

  test('never throws for modified fragments', async () => {
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

  test('recognizes newer versions', async () => {
    expect(await readFragment('#v2=whatever')).toBe('newer');
  });

  test('rejects fragments over the limit before or after decompression', async () => {
    expect(await readFragment(`#v1=${'A'.repeat(MAX_FRAGMENT_CHARACTERS)}`)).toBe('too-long');
    const bomb = new Blob([new Uint8Array(64 * 1024 * 1024)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
    const text = Buffer.from(await new Response(bomb).arrayBuffer()).toString('base64url');
    expect(await readFragment(`#v1=${text}`)).toBe('too-long');
  });
});

test('without a fragment the page asks its question in the preferred language', async () => {
  expect(await openedValues('', 'ja')).toEqual(initialValues('ja'));
  expect(await openedValues('#', 'tr')).toEqual(initialValues('tr'));
});

test('a fragment sets the state; a damaged one reports a problem', async () => {
  const state = { ...initialValues('tr'), urls: '/x', view: 'compare' as const, isStarted: true };
  expect(await openedValues(await writeFragment(state), 'tr')).toEqual(state);
  expect(await openedValues('#top', 'en')).toEqual({
    ...initialValues('en'),
    linkProblem: 'damaged',
  });
});

test('a link does not change the language', async () => {
  const fragment = await writeFragment(initialValues('tr'));
  expect(fragment).toBe(await writeFragment(initialValues('ja')));
  expect(await openedValues(fragment, 'en')).toEqual(initialValues('en'));
  expect(readState('{"language":"tr"}')).toEqual({});
});

test.each([
  ['product tokens', { productTokens: Array.from({ length: 200_000 }, (_, id) => `bot${id}`) }],
  ['URLs', { urls: '/a\n'.repeat(2_000_000) }],
  ['URLs on lines that end with CR', { urls: '/a\r'.repeat(MAX_LINK_URL_LINES + 1) }],
])('a link with too many %s is not opened or written', async (_, lists) => {
  const large = { ...state, ...lists };
  const fragment = await writeFragment({ ...large, robotsTxt: '' });
  expect(fitsInLink(large, fragment)).toBe(false);
  expect(readState(writeState(large))).toBe('too-long');
});

test('a link may have as many URLs and product tokens as the limits', async () => {
  const productTokens = Array.from({ length: MAX_PRODUCT_TOKENS }, () => 'bot');
  const full = { ...state, productTokens, urls: '/a\n'.repeat(MAX_LINK_URL_LINES) };
  const fragment = await writeFragment(full);
  expect(fitsInLink(full, fragment)).toBe(true);
  expect(await readFragment(fragment)).toEqual(full);
});

describe('the state in a link', () => {
  test('round-trips, including undefined members', () => {
    for (const chosen of [undefined, { url: '/a', productToken: '*' }]) {
      const shared = { ...state, chosen };
      expect(readState(writeState(shared))).toEqual(shared);
    }
    expect(writeState(initialValues('en'))).not.toMatch(/checked|findings|linkProblem/);
  });

  test('has no credentials', () => {
    const urls = ['https://me:secret@a.example/x?@', ' ftp://me@a.example', 'https:me:secret@a.example', 'https://a.example/@x'];
    const chosen = { url: 'https://me:secret@a.example/x?@', productToken: '*' };
    const written = writeState({ ...state, urls: urls.join('\n'), liveUrl: 'http://me:secret@a.example', chosen });
    expect(readState(written)).toMatchObject({
      urls: 'https://a.example/x?@\n ftp://a.example\nhttps:a.example\nhttps://a.example/@x',
      liveUrl: 'http://a.example',
      chosen: { url: 'https://a.example/x?@', productToken: '*' },
    });
  });

  test.each(['\n', '\u2028'])('is written in linear time with many blank lines (%j)', (end) => {
    const urls = `/a${end.repeat(50_000)}/b`;
    const began = cpuMs();
    expect(readState(writeState({ ...state, urls }), 'any')).toMatchObject({ urls });
    expect(cpuMs() - began).toBeLessThan(1000);
  });

  test.each([
    ['//me:secret@a.example/x', '//a.example/x'],
    [' ///me@a.example', ' ///a.example'],
    ['/\\me:secret@a.example/x', '/\\a.example/x'],
    ['//a.example/@me', '//a.example/@me'],
    ['/me:secret@a.example', '/me:secret@a.example'],
    ['/a?x=//b@c', '/a?x=//b@c'],
  ])('has no credentials of a reference to a host: %s', (url, cleaned) => {
    expect(readState(writeState({ ...state, urls: url }))).toMatchObject({ urls: cleaned });
  });

  test('may have missing or unknown members', () => {
    expect(readState('{"urls":"/a","later":1}')).toEqual({ urls: '/a' });
    expect(readState('{}')).toEqual({});
  });

  test('is rejected if a member is invalid', () => {
    const invalid = [
      ...['', '[]', 'null', '7', '{"urls":7}', '{"robotsTxt":null}', '{"view":"toString"}'],
      ...['{"dialect":"constructor"}', '{"productTokens":"a"}'],
      ...['{"productTokens":[""]}', '{"chosen":{"url":"/a"}}'],
      ...['{"chosen":{"url":"a","productToken":"b"}}', '{"isStarted":1}'],
      ...['{"fetchedFrom":{"url":"a","effect":"b","fetchedAt":1}}'],
      ...['{"blocking":{"purposes":["x"],"except":[]}}', '{"blocking":{}}'],
    ];
    expect(invalid.filter((json) => readState(json) !== 'damaged')).toEqual([]);
  });

  test('is the same if all members are', () => {
    expect(isSameLink(state, { ...state })).toBe(true);
    expect(isSameLink(state, { ...state, liveUrl: 'https://a.example' })).toBe(false);
  });
});
