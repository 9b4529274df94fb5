import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startService } from '../support/service.js';

function pages(): string {
  const path = mkdtempSync(join(tmpdir(), 'repkit-pages-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  mkdirSync(join(path, 'assets'));
  writeFileSync(join(path, 'index.html'), '<!doctype html><script src="assets/a.js"></script>');
  writeFileSync(join(path, 'assets/a.js'), 'console.log(1);'.repeat(100));
  return path;
}

/** Sends If-None-Match without `Cache-Control: no-cache`, which fetch adds. */
function statusWith(url: string, etag: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'if-none-match': etag } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });
}

test('built pages are cacheable and have their own CSP', async () => {
  const service = await startService({ pages: pages() });
  const index = await service.get('/');
  expect(await index.text()).toContain('assets/a.js');
  expect(index.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(index.headers.get('cache-control')).toBe('no-cache');
  const policy = index.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toContain('unsafe-eval');
  const script = await service.get('/assets/a.js');
  expect(script.headers.get('cache-control')).toContain('immutable');
  expect(await script.text()).toBe('console.log(1);'.repeat(100));
  const etag = script.headers.get('etag') ?? '';
  expect(await statusWith(`${service.url}/assets/a.js`, etag)).toBe(304);
  for (const path of ['/assets/', '/assets/../../package.json']) {
    expect((await service.get(path)).status, path).toBe(404);
  }
});

test('a missing file of a page gets a problem document', async () => {
  const service = await startService({ pages: pages() });
  for (const path of ['/docs/static/none.js', '/assets/none.js', '/docs/none']) {
    const response = await service.get(path);
    expect(response.status, path).toBe(404);
    expect(response.headers.get('content-type'), path).toMatch(/^application\/problem\+json/);
  }
});

test('without built pages, a page explains how to build them', async () => {
  const service = await startService();
  const text = await (await service.get('/')).text();
  expect(text).toContain('npm run build');
});
