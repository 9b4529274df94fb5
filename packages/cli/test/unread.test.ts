import { parseRobotsTxt } from '@repkit/core';
import { expect, test } from 'vitest';
import { sayWhatIsUnread } from '../src/input/robots-txt-argument.js';
import { fakeIo } from './support/fake-io.js';

const LONG = parseRobotsTxt(`#${'x'.repeat(512_000)}\nUser-agent: *\nDisallow: /\n`);

test.each([
  ['robots.txt', 'robots.txt'],
  ['-', 'standard input'],
  ['a\x1bb', 'a\\x1bb'],
])('RFC 9309 2.5: that %j is longer than what is read of it is said', (name, shown) => {
  const io = fakeIo();
  sayWhatIsUnread('diff', { name, robotsTxt: LONG }, io);
  expect(io.written).toEqual({
    out: '',
    err: `repkit diff: ${shown}: the file is longer than 512000 bytes, the parsing limit (RFC 9309 2.5); the rest was not read.\n`,
  });
});

test('nothing is said of a file that is read whole', () => {
  const io = fakeIo();
  sayWhatIsUnread('diff', { name: 'a', robotsTxt: parseRobotsTxt('User-agent: *') }, io);
  expect(io.written).toEqual({ out: '', err: '' });
});
