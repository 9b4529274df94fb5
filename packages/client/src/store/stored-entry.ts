/** Encodes entries as text and bytes for stores, and computes how long stores retain them. */
import { createHash } from 'node:crypto';
import type { Copy, Entry } from '../policy/entry.js';
import { STORED_LIFE } from '../policy/limits.js';

/** Increases with each change that other versions would misread. */
const VERSION = 4;

export interface EncodedEntry {
  /** JSON of everything except the body of a copy. */
  readonly facts: string;
  /** Undefined if the entry has no copy. */
  readonly body: Uint8Array | undefined;
}

/** An entry as JSON: `length` stands in for the body. */
interface Facts extends Omit<Entry, 'settled'> {
  readonly version: number;
  readonly settled:
    | Exclude<Entry['settled'], Copy>
    | (Omit<Copy, 'body'> & { readonly body: { readonly length: number } });
}

/** Separates the checksum from the JSON; base64url has no space. */
const SEPARATOR = ' ';

/** Encodes an entry for a store outside the process. A checksum covers the key and all parts. */
export function encodeEntry(key: string, entry: Entry): EncodedEntry {
  const { facts, body } = splitEntry(entry);
  return { facts: checksum(key, facts, body) + SEPARATOR + facts, body };
}

/**
 * Returns the entry encoded under this key. Undefined if any part of it was changed or it has another version, since
 * entries can always be fetched again. Never throws.
 *
 * @param readBody returns the body, given its expected length; may throw
 */
export function decodeEntry(
  key: string,
  facts: string,
  readBody: (length: number) => Uint8Array,
): Entry | undefined {
  const end = facts.indexOf(SEPARATOR);
  const json = facts.slice(end + 1);
  try {
    const entry = joinEntry(json, readBody);
    const body = entry.settled?.kind === 'copy' ? entry.settled.body : undefined;
    // Also proves that the JSON has the shape that `encodeEntry` wrote.
    return checksum(key, json, body) === facts.slice(0, end) ? entry : undefined;
  } catch {
    return undefined;
  }
}

/** Splits an entry into JSON and the body of its copy. */
export function splitEntry({ settled, failing, refreshAt }: Entry): EncodedEntry {
  const body = settled?.kind === 'copy' ? settled.body : undefined;
  const facts: Facts = {
    version: VERSION,
    settled:
      settled?.kind === 'copy' ? { ...settled, body: { length: settled.body.length } } : settled,
    failing,
    refreshAt,
  };
  return { facts: JSON.stringify(facts), body };
}

/** Reverses `splitEntry`. Throws if the version is another one. */
export function joinEntry(facts: string, readBody: (length: number) => Uint8Array): Entry {
  const { version, settled, failing, refreshAt }: Facts = JSON.parse(facts);
  if (version !== VERSION) throw new Error(`version ${version} of an entry`);
  if (settled?.kind !== 'copy') return { settled, failing, refreshAt };
  const body = readBody(settled.body.length);
  return { settled: { ...settled, body }, failing, refreshAt };
}

/** JSON delimits the key and the facts, so that no byte can move from one part to the next. */
function checksum(key: string, facts: string, body: Uint8Array | undefined): string {
  const sum = createHash('sha256').update(JSON.stringify(key)).update(facts);
  return (body === undefined ? sum : sum.update(body)).digest('base64url');
}

/**
 * Returns when an entry may be removed, in milliseconds since 1970: not while it is fresh, due, or possibly needed as
 * the last good copy (RFC 9309 2.3.1.4).
 */
export function retainUntil({ settled, refreshAt }: Entry): number {
  return Math.max(refreshAt, settled?.freshUntil ?? 0) + STORED_LIFE;
}

/** Returns the same as a duration in whole milliseconds after the last attempt, for a store with its own clock. */
export function retentionMs(entry: Entry): number {
  const { settled, failing } = entry;
  const at = Math.max(settled?.at ?? 0, failing?.at ?? 0);
  return Math.ceil(Math.max(retainUntil(entry) - at, STORED_LIFE));
}
