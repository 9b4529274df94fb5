/** Opens a store by its URL. */
import type { Store } from './store.js';

export type StoreLocation =
  | { readonly kind: 'memory' }
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'redis'; readonly url: string };

/**
 * Parses `memory`, `redis://…` or `rediss://…` (also Valkey), `sqlite:PATH`, or a plain path. Throws a TypeError for
 * anything else. Messages never contain the part before the host, which may include a password.
 *
 * @example
 * ```ts
 * import { parseStoreUrl } from '@repkit/client/store-url';
 *
 * parseStoreUrl('robots.sqlite'); // { kind: 'sqlite', path: 'robots.sqlite' }
 * parseStoreUrl('redis://localhost:6379/1'); // { kind: 'redis', url: 'redis://localhost:6379/1' }
 * ```
 */
export function parseStoreUrl(url: string): StoreLocation {
  // A single letter is a Windows drive.
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(url)?.[1]?.toLowerCase();
  switch (scheme) {
    case 'redis':
    case 'rediss':
      return { kind: 'redis', url: redisUrl(url) };
    case 'memory':
      return { kind: 'memory' };
    case 'sqlite':
      return file(url.slice('sqlite:'.length).replace(/^\/\//, ''));
  }
  if (/^[^/\\]+:\d+(?:\/\d*)?$/.test(url)) {
    throw new TypeError('The store is only a host and a port. Use redis://HOST:PORT, or ./NAME for a file with that name.');
  }
  if (scheme !== undefined) {
    throw new TypeError(`Unknown store scheme "${scheme}". Use a path, sqlite:PATH, memory, or redis://HOST:PORT.`);
  }
  return url === 'memory' ? { kind: 'memory' } : file(url);
}

function redisUrl(text: string): string {
  const url = URL.parse(text);
  try {
    // A scheme without `//` has no host. Databases are numbered.
    if (url?.hostname && /^\/?\d*$/.test(url.pathname)) {
      decodeURIComponent(url.username + url.password);
      return url.href;
    }
  } catch {}
  throw new TypeError('Invalid Redis URL. Use redis://HOST:PORT or redis://HOST:PORT/DATABASE, with the number of the database.');
}

function file(path: string): StoreLocation {
  if (path === '') throw new TypeError('The store has no path. Use sqlite:PATH.');
  return { kind: 'sqlite', path };
}

/**
 * Opens the store of a URL or of a result of `parseStoreUrl`. Loads only the packages that it needs. Creates the folder of
 * a file if missing. Rejects with the TypeError of `parseStoreUrl`, or if the file cannot be opened.
 *
 * @example
 * ```ts
 * import { openStore } from '@repkit/client/store-url';
 *
 * const store = await openStore('sqlite::memory:');
 * await store.set('key', Uint8Array.of(1, 2), { ttlMs: 60_000 });
 * await store.get('key'); // Uint8Array(2) [ 1, 2 ]
 * await store.close();
 * ```
 */
export async function openStore(store: string | StoreLocation): Promise<Required<Store>> {
  const location = typeof store === 'string' ? parseStoreUrl(store) : store;
  switch (location.kind) {
    case 'memory': {
      const { MemoryStore } = await import('./memory-store.js');
      return new MemoryStore();
    }
    case 'sqlite': {
      const { SqliteStore } = await import('./sqlite-store.js');
      return new SqliteStore({ path: location.path });
    }
    case 'redis': {
      const { RedisStore } = await import('./redis-store.js');
      return new RedisStore({ client: location.url });
    }
  }
}
