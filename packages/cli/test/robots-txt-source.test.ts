import { expect, test } from 'vitest';
import { parseChunks } from '../src/robots-txt-source.js';

async function* pieces(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield new TextEncoder().encode(text);
}

test('a body that arrives in pieces', async () => {
  const robotsTxt = await parseChunks(pieces('User-ag', 'ent: *\r', '\nDisallow: /p'), 'rfc9309');
  expect(robotsTxt.isAllowed('/p', 'FooBot')).toBe(false);
  expect(robotsTxt.truncated).toBe(false);
});

test('no body at all', async () => {
  const robotsTxt = await parseChunks(pieces(), 'koster1996');
  expect(robotsTxt.isAllowed('/p', 'FooBot')).toBe(true);
  expect(robotsTxt.dialect.name).toBe('koster1996');
});

test('RFC 9309 2.5: past the parsing limit nothing more is asked for, and the source is closed', async () => {
  let given = 0;
  let closed = false;
  async function* endless(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        given += 100_000;
        yield new Uint8Array(100_000).fill(0x0a);
      }
    } finally {
      closed = true;
    }
  }
  const robotsTxt = await parseChunks(endless(), 'rfc9309');
  expect(robotsTxt.truncated).toBe(true);
  expect(given).toBe(600_000);
  expect(closed).toBe(true);
});
