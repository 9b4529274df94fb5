import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openStore, parseStoreUrl } from '../../src/store/store-url.js';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'repkit-store-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function nameOf(url: string): Promise<string> {
  const store = await openStore(url);
  await store.close();
  return store.name;
}

test('memory', async () => {
  expect(await nameOf('memory')).toBe('memory');
  expect(await nameOf('memory:')).toBe('memory');
});

test('a file, with and without the scheme; its folder is created', async () => {
  const at = folder();
  for (const [index, before] of ['', 'sqlite:', 'sqlite://'].entries()) {
    const path = join(at, `deep${index}`, 'robots.sqlite');
    expect(await nameOf(before + path)).toBe('sqlite');
    expect(existsSync(path)).toBe(true);
  }
});

test('redis, also over TLS, without a running server', async () => {
  expect(await nameOf('redis://127.0.0.1:1')).toBe('redis');
  expect(await nameOf('rediss://127.0.0.1:1')).toBe('redis');
});

test('parseStoreUrl parses URLs without opening anything', () => {
  expect(parseStoreUrl('sqlite://a.sqlite')).toEqual({ kind: 'sqlite', path: 'a.sqlite' });
  expect(parseStoreUrl('redis://h/3')).toEqual({ kind: 'redis', url: 'redis://h/3' });
  expect(parseStoreUrl('sqlite:///a/b')).toEqual({ kind: 'sqlite', path: '/a/b' });
  expect(parseStoreUrl('C:\\robots.sqlite')).toEqual({ kind: 'sqlite', path: 'C:\\robots.sqlite' });
  expect(parseStoreUrl('./redis')).toEqual({ kind: 'sqlite', path: './redis' });
  expect(parseStoreUrl('./h:1')).toEqual({ kind: 'sqlite', path: './h:1' });
  expect(parseStoreUrl('C:\\h:1')).toEqual({ kind: 'sqlite', path: 'C:\\h:1' });
  expect(parseStoreUrl('MEMORY:')).toEqual({ kind: 'memory' });
  expect(parseStoreUrl('redis://h')).toEqual({ kind: 'redis', url: 'redis://h' });
  expect(parseStoreUrl('REDISS://h:1/2')).toEqual({ kind: 'redis', url: 'rediss://h:1/2' });
});

test.each([
  ['postgres://user:secret@host/', 'scheme "postgres"'],
  ['redis://user:secret@host:port', 'redis://HOST:PORT'],
  ['redis:6379', 'redis://HOST:PORT'],
  ['redis://', 'redis://HOST:PORT'],
  ['redis://secret@host/abc', 'with the number of the database'],
  ['redis:///run/redis.sock', 'redis://HOST:PORT'],
  ['redis://:secret%ZZ@host', 'redis://HOST:PORT'],
  ['sqlite:', 'no path'],
  ['127.0.0.1:6379', 'redis://HOST:PORT'],
  ['localhost:6379/0', 'redis://HOST:PORT'],
  ['[::1]:6379', 'redis://HOST:PORT'],
  [':secret@localhost:6379', 'redis://HOST:PORT'],
])('%s is refused with a message that omits its secret', async (url, says) => {
  const error = await openStore(url).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(TypeError);
  expect(String(error)).toContain(says);
  expect(String(error)).not.toContain('secret');
});
