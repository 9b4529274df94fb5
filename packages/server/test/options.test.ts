import { createServer as createSite } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { ServerOptions } from '../src/options.js';
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

test('the SSRF guard is on by default', async () => {
  const site = await siteOnLoopback();
  expect(await reasonAt(site, {})).toBe('refused-address');
  expect(await reasonAt(site, { guard: { allowCidrs: ['127.0.0.1/32'] } })).toBe('rule');
});
