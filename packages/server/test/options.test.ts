import { createServer as createSite } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MemoryStore } from '@repkit/client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createServer } from '../src/create-server.js';
import { serve } from '../src/listen.js';
import { DEFAULT_LIMITS, type ServerOptions } from '../src/options.js';
import { startService } from './support/service.js';

async function siteOnLoopback(): Promise<string> {
  const site = createSite((_request, response) => response.end('User-agent: *\nDisallow: /a\n'));
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    site.closeAllConnections();
    site.close();
  });
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
}

async function reasonAt(site: string, options: Partial<ServerOptions>): Promise<string> {
  const service = await startService({ transport: undefined, ...options });
  const response = await service.post('/v1/check', { urls: [`${site}/a`], productTokens: ['a'] });
  const { verdicts } = (await response.json()) as { verdicts: { reason: string }[] };
  return verdicts[0]?.reason ?? '';
}

async function errorOf(action: Promise<unknown>): Promise<unknown> {
  try {
    await action;
    return undefined;
  } catch (error) {
    return error;
  }
}

const TIMES = Object.keys(DEFAULT_LIMITS).filter((name) => name.endsWith('Ms'));
const SIZES = Object.keys(DEFAULT_LIMITS).filter((name) => !name.endsWith('Ms'));

describe('invalid numbers are rejected', () => {
  const withLimit = (name: string) => (value: unknown) => startService({ limits: { [name]: value } as ServerOptions['limits'] });
  const rows = [
    ...[...TIMES, ...SIZES].map((name) => [`limits.${name}`, withLimit(name)] as const),
    ['requestsPerMinute', (value: unknown) => startService({ requestsPerMinute: value as number })] as const,
    [
      'drainMs',
      async (value: unknown) => {
        const app = await createServer({ store: new MemoryStore(), userAgent: 'repkit-test/1.0' });
        onTestFinished(() => app.close());
        await serve(app, { port: 0, drainMs: value as number });
      },
    ] as const,
  ];

  test.each(rows)('%s', async (name, use) => {
    for (const value of [Number.NaN, -1]) {
      const error = await errorOf(use(value));
      expect(error, String(value)).toBeInstanceOf(RangeError);
      expect(String(error)).toContain(`${name} must be a number `);
    }
    expect(await errorOf(use('5'))).toBeInstanceOf(TypeError);
    if (!name.endsWith('Ms')) return;
    // A timer of Node.js would end after 1 ms.
    expect(await errorOf(use(2 ** 31))).toBeInstanceOf(RangeError);
  });

  // Half of an odd number of processors; each request would fail.
  test.each(SIZES)('limits.%s is a whole number', async (name) => {
    const error = await errorOf(withLimit(name)(1.5));
    expect(error).toBeInstanceOf(RangeError);
    expect(String(error)).toContain(`limits.${name} must be a whole number (received 1.5).`);
  });

  test('an unknown limit', async () => {
    const error = await errorOf(withLimit('timeoutMs')(5));
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).toContain('Unknown option limits.timeoutMs. Valid options: bodyBytes,');
  });
});

test('an undefined limit has its default', async () => {
  const service = await startService({ limits: { responseMs: undefined } as never });
  expect((await service.post('/v1/lint', { robotsTxt: '' })).status).toBe(200);
});

test('the SSRF guard is on by default', async () => {
  const site = await siteOnLoopback();
  expect(await reasonAt(site, {})).toBe('refused-address');
  expect(await reasonAt(site, { guard: { allowCidrs: ['127.0.0.1/32'] } })).toBe('rule');
});
