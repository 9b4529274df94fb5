/** A store by its URL. */
import { MemoryStore, type Store } from '@repkit/client';

/**
 * `memory`; `redis://…` or `rediss://…` (also Valkey); `sqlite:` and a path, or a path alone, whose folder is made where it
 * is missing. Rejects with a TypeError for another scheme, and where the file cannot be opened. No message holds what
 * stands before the host: there may be a password.
 */
export async function openStore(url: string): Promise<Store> {
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(url)?.[1]?.toLowerCase();
  switch (scheme) {
    case 'redis':
    case 'rediss': {
      if (!URL.canParse(url)) throw new TypeError('The store is no URL: write redis://HOST:PORT.');
      const { RedisStore } = await import('@repkit/client/redis');
      return new RedisStore({ client: url });
    }
    case 'memory':
      return new MemoryStore();
    case 'sqlite':
      return await openFile(url.slice('sqlite:'.length).replace(/^\/\/(?=\/)/, ''));
    case undefined:
      return url === 'memory' ? new MemoryStore() : await openFile(url);
    default:
      throw new TypeError(
        `There is no store of the scheme "${scheme}": write a path, sqlite:PATH, memory or redis://HOST:PORT.`,
      );
  }
}

async function openFile(path: string): Promise<Store> {
  if (path === '') throw new TypeError('The store has no path: write sqlite:PATH.');
  const { SqliteStore } = await import('@repkit/client/sqlite');
  return new SqliteStore({ path });
}
