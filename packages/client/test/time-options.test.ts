/** Every option that is a time. A timer of Node.js with more than 2^31 - 1 milliseconds (24 days) would end after 1 ms. */
import { expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../src/client/options.js';
import { readOptions } from '../src/client/settings.js';
import { robotsCrawler } from '../src/hooks/crawlee.js';
import { requestPage } from '../src/page/page-request.js';
import { RedisStore } from '../src/store/redis-store.js';
import { SqliteStore } from '../src/store/sqlite-store.js';
import { WebTransport } from '../src/transport/web-transport.js';
import { transportOptions } from './support/transport-options.js';

const TRANSPORT_TIMES = ['lookupMs', 'connectMs', 'headersMs', 'bodyMs', 'totalMs'] as const;
const CLIENT_TIMES = [...TRANSPORT_TIMES, 'waitMs', 'storeMs', 'maxDelayMs'] as const;

interface TimeOption {
  readonly owner: string;
  readonly name: string;
  readonly use: (value: number) => unknown;
  /** Whether no timer waits for it, so that any length is valid. */
  readonly isUnlimited?: boolean;
}

const client = { check: () => Promise.reject(), schedule: () => Promise.reject() };

const OPTIONS: readonly TimeOption[] = [
  ...CLIENT_TIMES.map((name) => ({
    owner: 'RobotsClient',
    name: `limits.${name}`,
    use: (value: number) => readOptions({ userAgent: 'ExampleBot/1.0', limits: { [name]: value } }),
  })),
  ...TRANSPORT_TIMES.flatMap((name) => [
    {
      owner: 'WebTransport',
      name: `limits.${name}`,
      use: (value: number) => new WebTransport(transportOptions({ [name]: value })),
    },
    {
      owner: 'requestPage',
      name: `limits.${name}`,
      use: (value: number) => {
        const options = transportOptions({ [name]: value }, { guard: {} });
        return requestPage('http://127.0.0.1/', options, new AbortController().signal);
      },
    },
  ]),
  {
    owner: 'RedisStore',
    name: 'timeoutMs',
    use: (timeoutMs) => new RedisStore({ client: 'redis://localhost', timeoutMs }),
  },
  {
    owner: 'SqliteStore',
    name: 'timeoutMs',
    use: (timeoutMs) => new SqliteStore({ path: ':memory:', timeoutMs }),
    isUnlimited: true,
  },
  {
    owner: 'robotsCrawler',
    name: 'unreachableMs',
    use: (unreachableMs) => robotsCrawler(client, { requestHandler() {} }, { unreachableMs }),
    isUnlimited: true,
  },
];

async function errorOf({ use }: TimeOption, value: unknown): Promise<unknown> {
  try {
    await use(value as number);
    return undefined;
  } catch (error) {
    return error;
  }
}

test.each(OPTIONS)('$owner: $name', async (option) => {
  const tooLong = option.isUnlimited ? [] : [2 ** 31, Number.POSITIVE_INFINITY];
  for (const value of [Number.NaN, -1, ...tooLong]) {
    const error = await errorOf(option, value);
    expect(error, String(value)).toBeInstanceOf(RangeError);
    expect(String(error)).toContain(`${option.name} must be a `);
    expect(String(error)).toContain(`(received ${value})`);
  }
  expect(await errorOf(option, '5')).toBeInstanceOf(TypeError);
  for (const value of [5000, option.isUnlimited ? Number.POSITIVE_INFINITY : 2 ** 31 - 1]) {
    expect(await errorOf(option, value), String(value)).toBe(undefined);
  }
});

test('the list of times of a client is complete', () => {
  const names = [...Object.keys(DEFAULT_LIMITS), 'waitMs'];
  expect([...CLIENT_TIMES].sort()).toEqual(names.filter((name) => name.endsWith('Ms')).sort());
});
