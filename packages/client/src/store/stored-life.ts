/** How long a store that outlives the process keeps an entry. */
import { STORED_LIFE } from '../limits.js';
import type { Entry } from '../policy/entry.js';

/**
 * When an entry may be removed, in milliseconds since 1970: not while it is fresh or its next request is yet to come, nor
 * while it may be asked for as the last good copy (RFC 9309 2.3.1.4).
 */
export function keepUntil({ settled, refreshAt }: Entry): number {
  return Math.max(refreshAt, settled?.freshUntil ?? 0) + STORED_LIFE;
}

/** The same in whole milliseconds from its last attempt on, for a store whose clock may be another. */
export function keepFor(entry: Entry): number {
  const { settled, failing } = entry;
  const at = Math.max(settled?.at ?? 0, failing?.at ?? 0);
  return Math.ceil(Math.max(keepUntil(entry) - at, STORED_LIFE));
}
