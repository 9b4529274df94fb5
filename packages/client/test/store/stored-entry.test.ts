import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Entry, UnavailableReason, UnreachableReason } from '../../src/policy/entry.js';
import { STORED_LIFE } from '../../src/policy/limits.js';
import { decodeEntry, encodeEntry, encodeFacts, retentionMs, seal } from '../../src/store/stored-entry.js';
import { binary, bytes, copy, EVERY_KIND, entry, failing, NOW } from '../support/entries.js';

const KEY = 'rfc9309 https://example.com';

function comesBack(of: Entry): void {
  expect(decodeEntry(KEY, encodeEntry(KEY, of))).toEqual(of);
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
      unreadable: true,
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
    const { at, url, hops, freshUntil } = copy;
    for (const reason of Object.keys(reasons) as UnavailableReason[]) {
      const kind = 'unavailable';
      const settled = {
        kind,
        reason,
        at,
        url,
        hops,
        freshUntil,
        status: 404,
        caching: {},
      } as const;
      comesBack(entry({ settled }));
    }
  });

  test('strings that UTF-8 cannot represent', () => {
    comesBack(entry({ failing: { ...failing, detail: 'a\ud800b\0c' } }));
  });
});

describe('encodeEntry', () => {
  test('compresses, so that a typical file takes less than its length and 300 bytes', () => {
    const body = bytes('User-agent: *\nDisallow: /private/some/path\n'.repeat(20));
    const { length } = encodeEntry(KEY, entry({ settled: { ...copy, body } }));
    expect(length).toBeLessThan(500);
  });

  test('entries without a body are small, so that stores in memory hold many of them', () => {
    for (const settled of [EVERY_KIND['no robots.txt']?.settled, undefined]) {
      const { length } = encodeEntry(KEY, entry({ settled, failing: settled ? undefined : failing }));
      expect(length).toBeLessThan(300);
    }
  });
});

describe('decodeEntry returns undefined for damaged entries', () => {
  test('any changed bit', () => {
    const value = encodeEntry(KEY, entry({ failing }));
    for (let bit = 0; bit < 8 * value.length; bit++) {
      const damaged = value.slice();
      damaged[bit >> 3] ^= 1 << (bit & 7);
      expect(decodeEntry(KEY, damaged)).toBeUndefined();
    }
  });

  test('a value cut at any length, or longer', () => {
    const value = encodeEntry(KEY, entry({ failing }));
    for (let end = 0; end < value.length; end++) {
      expect(decodeEntry(KEY, value.subarray(0, end))).toBeUndefined();
    }
    expect(decodeEntry(KEY, Buffer.concat([value, Buffer.of(0)]))).toBeUndefined();
  });

  test('a large body with any changed byte', () => {
    const value = encodeEntry(KEY, entry({ settled: { ...copy, body: binary(10_000) } }));
    for (let at = 0; at < value.length; at += 7) {
      const damaged = value.slice();
      damaged[at] ^= 0xff;
      expect(decodeEntry(KEY, damaged)).toBeUndefined();
    }
  });

  test('the value of another key', () => {
    const value = encodeEntry('rfc9309 https://other.example', entry());
    expect(decodeEntry(KEY, value)).toBeUndefined();
  });

  test.each(['', '{', 'null', '1', '[]', '"a"', '{}', '\n'])(
    'facts that are not those of an entry, with a valid checksum: %j',
    (facts) => {
      expect(decodeEntry(KEY, sealed(facts))).toBeUndefined();
    },
  );

  test('another version, with a valid checksum', () => {
    const { version, ...rest } = JSON.parse(encodeFacts(entry({ failing })));
    const withVersion = (other?: number) => sealed(JSON.stringify({ version: other, ...rest }));
    expect(decodeEntry(KEY, withVersion(version))).toEqual(entry({ failing }));
    for (const other of [version - 1, version + 1, undefined]) {
      expect(decodeEntry(KEY, withVersion(other))).toBeUndefined();
    }
  });

  test('bytes that cannot be inflated, with a valid checksum', () => {
    expect(decodeEntry(KEY, seal(KEY, bytes('no deflate stream')))).toBeUndefined();
  });
});

test('RFC 9309 2.3.1.4: an entry is stored for 31 days after it is last fresh or due', () => {
  expect(retentionMs(entry())).toBe(copy.freshUntil - NOW + STORED_LIFE);
  const due = NOW + 1000.5;
  expect(retentionMs(entry({ settled: undefined, failing: { ...failing, at: NOW }, refreshAt: due }))).toBe(1001 + STORED_LIFE);
  expect(retentionMs(entry({ failing: { ...failing, at: NOW + 100 * STORED_LIFE } }))).toBe(STORED_LIFE);
});

/** A value as this version would encode it, with these facts and the body of `copy`. */
function sealed(facts: string): Uint8Array {
  return seal(KEY, deflateRawSync(Buffer.concat([bytes(`${facts}\n`), copy.body])));
}
