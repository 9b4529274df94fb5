/** The cache folder of the user. */
import { posix, win32 } from 'node:path';
import type { Io } from '../program/io.js';

export type CacheContext = Pick<Io, 'env' | 'platform' | 'homeDirectory'>;

/** Returns the path of a file or folder of this program. Throws if the user has no home folder. */
export function cachePath(context: CacheContext, ...names: readonly string[]): string {
  const { join, isAbsolute } = context.platform === 'win32' ? win32 : posix;
  const { XDG_CACHE_HOME: cache } = context.env;
  // XDG Base Directory Specification: relative paths are ignored.
  const isSet = cache !== undefined && isAbsolute(cache);
  return join(...(isSet ? [cache] : cacheFolder(context)), 'repkit', ...names);
}

/** Relative to the home folder. */
const CACHE_FOLDERS: Readonly<Record<string, readonly string[]>> = {
  win32: ['AppData', 'Local'],
  darwin: ['Library', 'Caches'],
};

function cacheFolder({ platform, env, homeDirectory }: CacheContext): readonly string[] {
  if (platform === 'win32' && env.LOCALAPPDATA) return [env.LOCALAPPDATA];
  return [homeDirectory(), ...(CACHE_FOLDERS[platform] ?? ['.cache'])];
}
