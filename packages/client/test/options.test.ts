import { dialectFor, dialects } from '@repkit/core';
import { describe, expect, test } from 'vitest';
import type { RobotsClientOptions } from '../src/client/options.js';
import { LOCK_MARGIN_MS, readOptions } from '../src/client/settings.js';
import { policies } from '../src/policy/policy.js';
import { MemoryStore } from '../src/store/memory-store.js';
import { http } from './support/outcomes.js';
import { ScriptedTransport } from './support/scripted-transport.js';

const transport = new ScriptedTransport(() => http(404));

function read(options: Partial<RobotsClientOptions>) {
  return readOptions({ userAgent: 'ExampleBot/1.0', transport, ...options });
}

describe('identity', () => {
  test('RFC 9309 2.2.1: the product token comes from the User-Agent header', () => {
    expect(read({}).productToken).toBe('ExampleBot');
    const userAgent = 'Mozilla/5.0 (compatible; OtherBot/2.1; +https://example.com/bot)';
    expect(read({ userAgent }).productToken).toBe('OtherBot');
    expect(read({ userAgent, productToken: 'ExampleBot' }).productToken).toBe('ExampleBot');
  });

  test.each([
    [{ userAgent: '' }, 'userAgent must identify the crawler'],
    [{ userAgent: undefined as never }, 'userAgent must identify the crawler'],
    [{ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0' }, 'Set productToken'],
    [{ userAgent: 'ExampleBot/1.0\r\nCookie: a=b' }, 'control character'],
    [{ userAgent: 'ExampleBot/1.0 ☃' }, 'Latin-1'],
    [{ productToken: 'Example Bot' }, 'Example Bot'],
    [{ productToken: '' }, 'product token'],
    [{ productToken: null as never }, 'Pass at least one product token'],
  ])('%j: the error says what to pass', (options, sentence) => {
    expect(() => read(options)).toThrow(TypeError);
    expect(() => read(options)).toThrow(sentence);
  });
});

describe('policy and dialect', () => {
  test('rfc9309 is the default, and a policy sets the dialect', () => {
    const dialectOf = (options: Parameters<typeof read>[0]) => dialectFor('ExampleBot', read(options).overrides).name;
    expect([read({}).policy, dialectOf({})]).toEqual([policies.rfc9309, 'rfc9309']);
    expect(read({ policy: 'google-2026' }).policy).toEqual(policies['google-2026']);
    expect(dialectOf({ policy: 'google-2026' })).toBe('google');
    expect(dialectOf({ policy: 'google', dialect: 'koster1996' })).toBe('koster1996');
    expect(dialectOf({ dialect: dialects.google })).toBe('google');
  });

  test('a policy can be custom or modified', () => {
    const own = { ...policies.google, name: 'own' };
    expect(read({ policy: own }).policy).toEqual(own);
    expect(read({ treat429: 'unavailable' }).policy.tooManyRequests).toBe('unavailable');
    expect(read({ policy: 'google', softNotFound: true }).policy).toMatchObject({
      name: 'google+soft-not-found',
      softNotFound: true,
    });
    expect(read({ staleWhileUnreachable: true }).policy.stages[0].decision).toBe('copy-or-disallow');
  });

  test('a custom policy must not reuse the name of a built-in one', () => {
    const sentence =
      'The policy "google" differs from the built-in policy with that name, and both would share entries in a store. ' +
      'Give it another name.';
    const accessDenied = 'forbidden';
    expect(() => read({ policy: { ...policies.google, accessDenied } })).toThrow(sentence);
    const cacheLifetime = { ...policies.google.cacheLifetime, defaultMs: 60_000 };
    expect(() => read({ policy: { ...policies.google, cacheLifetime } })).toThrow(sentence);
    expect(read({ policy: structuredClone(policies.google) }).policy).toEqual(policies.google);
    expect(() => read({ policy: { ...policies.google, name: 'own', cacheLifetime } })).not.toThrow();
  });

  test('unknown names are reported with the valid ones', () => {
    expect(() => read({ policy: 'bing' as never })).toThrow(/Unknown policy "bing".*koster1996/);
    expect(() => read({ dialect: 'bing' as never })).toThrow(/Unknown dialect "bing".*koster1996/);
    expect(() => read({ dialect: null as never })).toThrow(/Unknown dialect null.*koster1996/);
  });
});

describe('limits', () => {
  test('limits have defaults, and followers wait for two leaders', () => {
    const { limits } = read({ limits: { totalMs: 1000, maxBytes: undefined } as never });
    expect(limits).toMatchObject({
      totalMs: 1000,
      waitMs: 2 * (1000 + LOCK_MARGIN_MS),
      maxBytes: 512_000,
    });
  });

  test.each([
    [{ totalMs: 0 }, 'limits.totalMs must be a whole number from 1 to 2147483647 (received 0)'],
    [{ totalMs: Number.NaN }, '(received NaN)'],
    [{ waitMs: -1 }, '(received -1)'],
    // undici rejects fractions of a millisecond for each request.
    [{ headersMs: 5000.5 }, 'limits.headersMs must be a whole number from 1'],
    [{ connectMs: Number.POSITIVE_INFINITY }, '(received Infinity)'],
    // RFC 9309 2.5.
    [{ maxBytes: 1000 }, 'maxBytes must be a whole number'],
  ])('%j', (limits, sentence) => {
    expect(() => read({ limits })).toThrow(RangeError);
    expect(() => read({ limits })).toThrow(sentence);
  });
});

describe('store and transport', () => {
  test('an invalid option throws before anything is created', () => {
    const wrong = {
      store: 'redis://localhost',
      limits: { totalMs: '3000' },
      policy: { name: 'mine' },
    };
    for (const [name, value] of Object.entries(wrong)) {
      expect(() => read({ [name]: value })).toThrow(new RegExp(`^${name}[. ].*must be `));
    }
  });

  test('the client owns the store that it creates, not a supplied one', () => {
    expect(read({})).toMatchObject({ ownsStore: true, store: { name: 'memory' } });
    const store = new MemoryStore();
    expect(read({ store })).toMatchObject({ ownsStore: false, store });
  });

  test('the default clock is the system clock', () => {
    expect(read({}).clock).toBe(Date.now);
    expect(read({ clock: () => 7 }).clock()).toBe(7);
  });
});
