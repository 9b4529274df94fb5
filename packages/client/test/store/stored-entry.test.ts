import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Entry, UnavailableReason, UnreachableReason } from '../../src/policy/entry.js';
import { decodeEntry, encodeEntry } from '../../src/store/stored-entry.js';
import { bytes, copy, EVERY_KIND, entry, failing } from '../support/entries.js';

const KEY = 'rfc9309 https://example.com';

function decoded(facts: string, body: Uint8Array = copy.body): Entry | undefined {
  return decodeEntry(KEY, facts, () => body);
}

function comesBack(of: Entry): void {
  const { facts, body } = encodeEntry(KEY, of);
  expect(decodeEntry(KEY, facts, () => body ?? bytes(''))).toEqual(of);
}

describe('entries survive encoding and decoding', () => {
  test.each(Object.entries(EVERY_KIND))('%s', (_, of) => comesBack(of));

  test('every failure reason', () => {
    const reasons: Record<UnreachableReason, true> = {
      dns: true,
      connect: true,
      timeout: true,
      reset: true,
      tls: true,
      protocol: true,
      'content-encoding': true,
      'refused-address': true,
      'bad-redirect': true,
      proxy: true,
      aborted: true,
      status: true,
      'partial-content': true,
      'not-modified-unasked': true,
      'too-many-redirects': true,
      'redirect-loop': true,
      'ftp-reply': true,
    };
    for (const reason of Object.keys(reasons) as UnreachableReason[]) {
      comesBack(entry({ failing: { ...failing, reason } }));
    }
  });

  test('every reason for unavailability', () => {
    const reasons: Record<UnavailableReason, true> = {
      status: true,
      'soft-not-found': true,
      'too-many-redirects': true,
      'redirect-loop': true,
      'ftp-reply': true,
    };
    const { at, url, hops, caching, freshUntil } = copy;
    for (const reason of Object.keys(reasons) as UnavailableReason[]) {
      const kind = 'unavailable';
      comesBack(
        entry({ settled: { kind, reason, at, url, hops, caching, freshUntil, status: 404 } }),
      );
    }
  });

  test('strings that UTF-8 cannot represent', () => {
    comesBack(entry({ failing: { ...failing, detail: 'a\ud800b\0c' } }));
  });
});

describe('encodeEntry', () => {
  test('separates the body of a copy from its facts', () => {
    const { facts, body } = encodeEntry(KEY, entry());
    expect(body).toBe(copy.body);
    expect(jsonIn(facts)).toMatchObject({ settled: { body: { length: copy.body.length } } });
  });

  test('there is no body without a copy', () => {
    expect(encodeEntry(KEY, entry({ settled: undefined, failing })).body).toBeUndefined();
  });
});

describe('decodeEntry returns undefined for damaged entries', () => {
  const { facts } = encodeEntry(KEY, entry({ failing }));

  test('passes the expected length of the body', () => {
    const lengths: number[] = [];
    decodeEntry(KEY, facts, (length) => {
      lengths.push(length);
      return copy.body;
    });
    expect(lengths).toEqual([copy.body.length]);
  });

  test('a body that does not match the facts', () => {
    expect(decoded(facts)).toBeDefined();
    expect(decoded(facts, bytes('User-agent: *\nDisallow:\n'))).toBeUndefined();
    expect(decoded(facts, bytes(''))).toBeUndefined();
  });

  test('a body that cannot be read', () => {
    const unreadable = (): Uint8Array => {
      throw new Error('no');
    };
    expect(decodeEntry(KEY, facts, unreadable)).toBeUndefined();
  });

  test('another version, with a valid checksum', () => {
    const { version, ...rest } = jsonIn(facts);
    expect(decoded(signed({ version, ...rest }))).toEqual(entry({ failing }));
    for (const other of [version - 1, version + 1, undefined]) {
      expect(decoded(signed({ version: other, ...rest }))).toBeUndefined();
    }
  });

  test('the facts of another key', () => {
    expect(decodeEntry('rfc9309 https://other.example', facts, () => copy.body)).toBeUndefined();
  });

  const small = Object.entries(EVERY_KIND).filter(([name]) => !name.includes('limit'));
  test.each(small)('any changed bit: %s', (_, of) => {
    const { facts, body = bytes('') } = encodeEntry(KEY, of);
    for (let at = 0; at < facts.length; at += 1) {
      for (let bit = 1; bit < 128; bit <<= 1) {
        const changed = String.fromCharCode(facts.charCodeAt(at) ^ bit);
        const damaged = facts.slice(0, at) + changed + facts.slice(at + 1);
        expect(decoded(damaged, body)).toBeUndefined();
      }
    }
    const bits = Math.min(8 * body.length, 400);
    for (let bit = 0; bit < bits; bit += 1) {
      const damaged = body.slice();
      const at = Math.floor((bit * body.length) / bits);
      damaged[at] ^= 1 << (bit % 8);
      expect(decoded(facts, damaged)).toBeUndefined();
    }
  });

  test.each(['', '{', 'null', '1', '[]', '"a"', '{}'])('facts: %j', (broken) => {
    expect(decoded(broken)).toBeUndefined();
  });

  test('facts truncated at any position', () => {
    for (let end = 0; end < facts.length; end += 1) {
      expect(decoded(facts.slice(0, end))).toBeUndefined();
    }
  });
});

function jsonIn(facts: string) {
  return JSON.parse(facts.slice(facts.indexOf(' ') + 1));
}

/** Facts as this version would encode them. */
function signed(json: object): string {
  const text = JSON.stringify(json);
  const sum = createHash('sha256').update(JSON.stringify(KEY)).update(text).update(copy.body);
  return `${sum.digest('base64url')} ${text}`;
}
