/** A store by its URL. */
import type { Store } from './store.js';

/** What the URL of a store names. */
export type StorePlace =
  | { readonly kind: 'memory' }
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'redis'; readonly url: string };

/**
 * `memory`; `redis://…` or `rediss://…` (also Valkey); `sqlite:` and a path, or a path alone. Throws a TypeError for
 * anything else. No message holds what stands before the host: there may be a password.
 */
export function storePlace(url: string): StorePlace {
  // One letter is a drive of Windows.
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
    throw new TypeError(
      'The store is a host and a port alone: write redis://HOST:PORT, or ./NAME for a file of such a name.',
    );
  }
  if (scheme !== undefined) {
    throw new TypeError(
      `There is no store of the scheme "${scheme}": write a path, sqlite:PATH, memory or redis://HOST:PORT.`,
    );
  }
  return url === 'memory' ? { kind: 'memory' } : file(url);
}

/** As the client of Redis takes it. */
function redisUrl(text: string): string {
  const url = URL.parse(text);
  try {
    // A scheme without `//` names no host; a database has a number.
    if (url?.hostname && /^\/?\d*$/.test(url.pathname)) {
      decodeURIComponent(url.username + url.password);
      return url.href;
    }
  } catch {}
  throw new TypeError(
    'The store is no URL of Redis: write redis://HOST:PORT, or redis://HOST:PORT/DATABASE with its number.',
  );
}

function file(path: string): StorePlace {
  if (path === '') throw new TypeError('The store has no path: write sqlite:PATH.');
  return { kind: 'sqlite', path };
}

/**
 * Opens the store of a URL, or of what `storePlace` says of one; who has no Redis needs no library for it. The folder of
 * a file is made where it is missing. Rejects with a TypeError as `storePlace` throws it, and where the file cannot be
 * opened.
 */
export async function openStore(store: string | StorePlace): Promise<Store> {
  const place = typeof store === 'string' ? storePlace(store) : store;
  switch (place.kind) {
    case 'memory': {
      const { MemoryStore } = await import('./memory-store.js');
      return new MemoryStore();
    }
    case 'sqlite': {
      const { SqliteStore } = await import('./sqlite-store.js');
      return new SqliteStore({ path: place.path });
    }
    case 'redis': {
      const { RedisStore } = await import('./redis-store.js');
      return new RedisStore({ client: place.url });
    }
  }
}
