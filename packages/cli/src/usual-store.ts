import { posix, win32 } from 'node:path';
import type { Io } from './io.js';

type Place = Pick<Io, 'env' | 'platform' | 'homeDirectory'>;

/** The file in which copies are kept where `--store` is not given. Throws where the user has no home. */
export function usualStoreFile(place: Place): string {
  const { join, isAbsolute } = place.platform === 'win32' ? win32 : posix;
  const { XDG_CACHE_HOME: cache } = place.env;
  // XDG Base Directory Specification: a relative path is to be ignored.
  const isSet = cache !== undefined && isAbsolute(cache);
  return join(...(isSet ? [cache] : cacheFolder(place)), 'repkit', 'robots.sqlite');
}

function cacheFolder({ platform, env, homeDirectory }: Place): string[] {
  switch (platform) {
    case 'win32':
      return env.LOCALAPPDATA ? [env.LOCALAPPDATA] : [homeDirectory(), 'AppData', 'Local'];
    case 'darwin':
      return [homeDirectory(), 'Library', 'Caches'];
    default:
      return [homeDirectory(), '.cache'];
  }
}
