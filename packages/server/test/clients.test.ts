import { type FetchOutcome, MemoryStore } from '@repkit/client';
import { expect, onTestFinished, test } from 'vitest';
import { Clients } from '../src/clients.js';

const URL_ASKED = 'https://example.com/a';

function clients() {
  const asked: string[] = [];
  const store = new MemoryStore();
  const octets = new TextEncoder().encode('User-agent: *\nDisallow: /a\n');
  const made = new Clients({
    store,
    policy: 'rfc9309',
    userAgent: 'repkit-test/1.0',
    guard: undefined,
    clock: Date.now,
    transport: {
      async fetch({ url }): Promise<FetchOutcome> {
        asked.push(url);
        const charset = { name: 'utf-8', from: 'default' } as const;
        const body = { octets, truncated: false, charset, wireOctets: octets.length };
        return { kind: 'http', url, hops: [], status: 200, headers: {}, body, conditional: false };
      },
      close: async () => {},
    },
  });
  onTestFinished(async () => {
    await made.close();
    await store.close();
  });
  return { made, asked };
}

test('one client a policy and dialect; a policy brings its dialect', async () => {
  const { made } = clients();
  expect(made.of(undefined, undefined)).toBe(made.of('rfc9309', 'rfc9309'));
  expect(made.of('google', undefined)).toBe(made.of('google', 'google'));
  expect(made.of('google', undefined)).not.toBe(made.of('google-2026', undefined));
  expect(made.dialectOf('google-2026')).toBe('google');
  expect(made.dialectOf(undefined)).toBe('rfc9309');
});

test('another dialect reads the same copy: it is not fetched again', async () => {
  const { made, asked } = clients();
  await made.of(undefined, undefined).check(URL_ASKED);
  await made.of(undefined, 'koster1996').check(URL_ASKED);
  expect(asked).toHaveLength(1);
});

test('what is forgotten is forgotten under each policy', async () => {
  const { made, asked } = clients();
  await made.of(undefined, undefined).check(URL_ASKED);
  await made.of('google', undefined).check(URL_ASKED);
  await made.forget('https://example.com');
  await made.of(undefined, undefined).check(URL_ASKED);
  await made.of('google', undefined).check(URL_ASKED);
  expect(asked).toHaveLength(4);
});

test('a user agent that no header may hold is refused in a sentence', () => {
  const options = { store: new MemoryStore(), policy: 'rfc9309', userAgent: 'a\nb' } as const;
  expect(() => new Clients(options)).toThrow(/userAgent/);
});
