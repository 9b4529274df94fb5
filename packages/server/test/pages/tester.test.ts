import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { connect } from 'node:net';
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

test('assets of a later build are served without a restart', async () => {
  const folder = pages();
  const service = await startService({ pages: folder });
  rmSync(join(folder, 'assets/a.js'));
  writeFileSync(join(folder, 'assets/b.js'), 'console.log(2);');
  writeFileSync(join(folder, 'index.html'), '<!doctype html><script src="assets/b.js"></script>');
  expect(await (await service.get('/')).text()).toContain('assets/b.js');
  const script = await service.get('/assets/b.js');
  expect(script.status).toBe(200);
  expect(await script.text()).toBe('console.log(2);');
  expect(script.headers.get('content-type')).toMatch(/^(?:text|application)\/javascript/);
  expect(script.headers.get('content-security-policy')).toContain("script-src 'self'");
  expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  const removed = await service.get('/assets/a.js');
  expect(removed.status).toBe(404);
  expect(removed.headers.get('cache-control')).toBe('no-store');
});

test('HEAD requests get the headers of the page or asset only', async () => {
  const service = await startService({ pages: pages() });
  for (const path of ['/', '/index.html', '/assets/a.js']) {
    const response = await fetch(service.url + path, { method: 'HEAD' });
    expect(response.status, path).toBe(200);
    expect(Number(response.headers.get('content-length')), path).toBeGreaterThan(0);
    expect(await response.text(), path).toBe('');
  }
});

/** Requests a path exactly as it is spelled, which fetch would normalize. Returns the status line and the rest. */
function rawGet(url: string, path: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('end', () => resolve(Buffer.concat(chunks).toString()));
    socket.on('error', reject);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: close\r\n\r\n`);
  });
}

test.each([
  '/assets/../secret.txt',
  '/assets/../../secret.txt',
  '/assets/..%2fsecret.txt',
  '/assets/%2e%2e/secret.txt',
  '/assets/%2e%2e%2fsecret.txt',
  '/assets/..%5csecret.txt',
  '/assets/sub/../../secret.txt',
  '/assets//a.js',
  '/assets/./a.js',
  '/assets/a.js%00.txt',
  '/assets',
  '/assets/sub',
  `/assets/${'a'.repeat(5000)}.js`,
  '/docs/static/..%2fpackage.json',
  '/docs/static/%2e%2e/package.json',
])('%s is not found', async (path) => {
  const folder = pages();
  mkdirSync(join(folder, 'assets/sub'));
  const service = await startService({ pages: folder });
  // Added later, so that no route names it.
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  const response = await rawGet(service.url, path);
  expect(response).toMatch(/^HTTP\/1\.1 404 /);
  expect(response.toLowerCase()).toContain('content-type: application/problem+json');
  expect(response).not.toContain('console.log');
});

test('without built pages, a page explains how to build them', async () => {
  const service = await startService();
  const text = await (await service.get('/')).text();
  expect(text).toContain('npm run build');
});
