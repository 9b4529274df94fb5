import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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

test('built pages are compressed and cacheable, and have their own CSP', async () => {
  const service = await startService({ pages: pages() });
  const index = await service.get('/');
  expect(await index.text()).toContain('assets/a.js');
  expect(index.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(index.headers.get('cache-control')).toBe('no-cache');
  const policy = index.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toContain('unsafe-eval');
  const script = await service.get('/assets/a.js', { 'accept-encoding': 'br' });
  expect(script.headers.get('content-encoding')).toBe('br');
  expect(script.headers.get('cache-control')).toContain('immutable');
  expect(await script.text()).toBe('console.log(1);'.repeat(100));
  const etag = script.headers.get('etag') ?? '';
  expect((await service.get('/assets/a.js', { 'if-none-match': etag })).status).toBe(304);
  for (const path of ['/assets/', '/assets/../../package.json', '/assets/%2e%2e/index.html']) {
    expect((await service.get(path)).status, path).toBe(404);
  }
});

test('without built pages, a page explains how to build them', async () => {
  const service = await startService();
  const text = await (await service.get('/')).text();
  expect(text).toContain('npm run build');
});
