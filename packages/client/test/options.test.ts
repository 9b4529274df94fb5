import { dialects } from '@repkit/core';
import { describe, expect, test } from 'vitest';
import type { RobotsClientOptions } from '../src/options.js';
import { policies } from '../src/policy/policy.js';
import { LEASE_MARGIN_MS, readOptions } from '../src/settings.js';
import { MemoryStore } from '../src/store/memory-store.js';
import { http } from './support/outcomes.js';
import { ScriptedTransport } from './support/scripted-transport.js';

const transport = new ScriptedTransport(() => http(404));

function read(options: Partial<RobotsClientOptions>) {
  return readOptions({ userAgent: 'ExampleBot/1.0', transport, ...options });
}

describe('who asks', () => {
  test('RFC 9309 2.2.1: the product token is found in the User-Agent header', () => {
    expect(read({}).productToken).toBe('ExampleBot');
    const userAgent = 'Mozilla/5.0 (compatible; OtherBot/2.1; +https://example.com/bot)';
    expect(read({ userAgent }).productToken).toBe('OtherBot');
    expect(read({ userAgent, productToken: 'ExampleBot' }).productToken).toBe('ExampleBot');
  });

  test.each([
    [{ userAgent: '' }, 'Give a userAgent that says who crawls'],
    [{ userAgent: undefined as never }, 'Give a userAgent that says who crawls'],
    [{ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0' }, 'Give one as productToken'],
    [{ userAgent: 'ExampleBot/1.0\r\nCookie: a=b' }, 'control character'],
    [{ userAgent: 'ExampleBot/1.0 ☃' }, 'Latin-1'],
    [{ productToken: 'Example Bot' }, 'Example Bot'],
    [{ productToken: '' }, 'product token'],
    [{ productToken: null as never }, 'Pass a product token'],
  ])('%j: a sentence says what to give', (options, sentence) => {
    expect(() => read(options)).toThrow(TypeError);
    expect(() => read(options)).toThrow(sentence);
  });
});

describe('policy and dialect', () => {
  test('rfc9309 is the default; a policy brings its dialect', () => {
    expect(read({})).toMatchObject({ policy: policies.rfc9309, dialect: 'rfc9309' });
    expect(read({ policy: 'google-2026' })).toMatchObject({
      policy: policies['google-2026'],
      dialect: 'google',
    });
    expect(read({ policy: 'google', dialect: 'koster1996' }).dialect).toBe('koster1996');
    expect(read({ dialect: dialects.google }).dialect).toBe(dialects.google);
  });

  test('a policy may be one of the caller’s own, and be changed', () => {
    const own = { ...policies.google, name: 'own' };
    expect(read({ policy: own }).policy).toEqual(own);
    expect(read({ treat429: 'unavailable' }).policy.tooManyRequests).toBe('unavailable');
    expect(read({ staleWhileUnreachable: true }).policy.stages[0].answer).toBe('copy-or-disallow');
  });

  test('a custom policy must not have the name of a built-in policy from which it differs', () => {
    const sentence =
      'The policy "google" differs from the built-in policy of that name, and the two would share entries in a store: ' +
      'give it another name.';
    const accessDenied = 'forbidden';
    expect(() => read({ policy: { ...policies.google, accessDenied } })).toThrow(sentence);
    const cacheLifetime = { ...policies.google.cacheLifetime, defaultMs: 60_000 };
    expect(() => read({ policy: { ...policies.google, cacheLifetime } })).toThrow(sentence);
    expect(read({ policy: structuredClone(policies.google) }).policy).toEqual(policies.google);
    expect(() =>
      read({ policy: { ...policies.google, name: 'own', cacheLifetime } }),
    ).not.toThrow();
  });

  test('names that are none are named in the sentence, with those that are', () => {
    expect(() => read({ policy: 'bing' as never })).toThrow(/no policy "bing".*koster1996/);
    expect(() => read({ dialect: 'bing' as never })).toThrow(/Unknown dialect "bing".*koster1996/);
    expect(() => read({ dialect: null as never })).toThrow(/Unknown dialect null.*koster1996/);
  });
});

describe('limits', () => {
  test('what is not given has a figure, and a leader’s lease outlives its attempt', () => {
    const { limits } = read({ limits: { totalMs: 1000, maxBytes: undefined } as never });
    expect(limits).toMatchObject({
      totalMs: 1000,
      waitMs: 1000 + 2 * LEASE_MARGIN_MS,
      maxBytes: 512_000,
    });
  });

  test.each([
    [{ totalMs: 0 }, 'limits.totalMs is 0'],
    [{ totalMs: Number.NaN }, 'limits.totalMs is NaN'],
    [{ waitMs: -1 }, 'limits.waitMs is -1'],
    // undici takes no part of a millisecond: it would fail each request.
    [{ headersMs: 5000.5 }, 'limits.headersMs is 5000.5: give a whole number from 1'],
    [{ connectMs: Number.POSITIVE_INFINITY }, 'limits.connectMs is Infinity'],
    // RFC 9309 2.5.
    [{ maxBytes: 1000 }, 'maxBytes must be a whole number'],
  ])('%j', (limits, sentence) => {
    expect(() => read({ limits })).toThrow(RangeError);
    expect(() => read({ limits })).toThrow(sentence);
  });
});

describe('store and transport', () => {
  test('what cannot be an option is refused before anything is made of it', () => {
    const wrong = {
      store: 'redis://localhost',
      limits: { totalMs: '3000' },
      policy: { name: 'mine' },
    };
    for (const [name, value] of Object.entries(wrong)) {
      expect(() => read({ [name]: value })).toThrow(new RegExp(`^${name}[. ].*: give `));
    }
  });

  test('a store that the client makes is its own, one that is given is not', () => {
    expect(read({})).toMatchObject({ ownsStore: true, store: { name: 'memory' } });
    const store = new MemoryStore();
    expect(read({ store })).toMatchObject({ ownsStore: false, store });
  });

  test('the clock is that of the system where none is given', () => {
    expect(read({}).clock).toBe(Date.now);
    expect(read({ clock: () => 7 }).clock()).toBe(7);
  });
});
