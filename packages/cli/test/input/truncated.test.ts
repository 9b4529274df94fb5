import { parseRobotsTxt } from '@repkit/core';
import { expect, test } from 'vitest';
import { warnIfTruncated } from '../../src/input/robots-txt-argument.js';
import { fakeIo } from '../support/fake-io.js';

const LONG = parseRobotsTxt(`#${'x'.repeat(512_000)}\nUser-agent: *\nDisallow: /\n`);

test.each([
  ['robots.txt', 'robots.txt'],
  ['-', 'standard input'],
  ['a\x1bb', 'a\\x1bb'],
])('RFC 9309 2.5: a warning names %j if it exceeds the parsing limit', (name, shown) => {
  const io = fakeIo();
  warnIfTruncated('diff', { name, robotsTxt: LONG }, io);
  expect(io.written).toEqual({
    out: '',
    err: `repkit diff: Read only the first 512000 bytes of ${shown}, the parsing limit (RFC 9309 2.5).\n`,
  });
});

test('a file within the limit yields no warning', () => {
  const io = fakeIo();
  warnIfTruncated('diff', { name: 'a', robotsTxt: parseRobotsTxt('User-agent: *') }, io);
  expect(io.written).toEqual({ out: '', err: '' });
});
