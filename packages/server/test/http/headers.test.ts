import { expect, test } from 'vitest';
import { startService } from '../support/service.js';

test('every response, errors included, has nosniff and a CSP, and no cookie or CORS header', async () => {
  const service = await startService();
  for (const path of ['/', '/docs', '/openapi.json', '/healthz', '/v1/check', '/nowhere']) {
    const { headers } = await service.get(path, { origin: 'https://example.com' });
    expect(headers.get('x-content-type-options'), path).toBe('nosniff');
    expect(headers.get('content-security-policy'), path).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(headers.get('x-request-id'), path).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get('access-control-allow-origin'), path).toBeNull();
    expect(headers.get('set-cookie'), path).toBeNull();
    expect(headers.get('server'), path).toBeNull();
  }
});

test('pages send no referrer and are isolated from other origins', async () => {
  const service = await startService();
  for (const path of ['/', '/docs']) {
    const { headers } = await service.get(path);
    expect(headers.get('referrer-policy'), path).toBe('no-referrer');
    expect(headers.get('cross-origin-opener-policy'), path).toBe('same-origin');
    expect(headers.get('cross-origin-resource-policy'), path).toBe('same-origin');
  }
});
