/** Encodes entries as text and bytes for stores, and computes how long stores retain them. */
import { createHash } from 'node:crypto';
import {
  type CachingHeaders,
  type Copy,
  type Entry,
  type Failing,
  type Forbidden,
  type Settled,
  UNAVAILABLE_REASONS,
  UNREACHABLE_REASONS,
  type Unavailable,
} from '../policy/entry.js';
import { STORED_LIFE } from '../policy/limits.js';
import type { BodyCharset, Hop, Validators } from '../policy/outcome.js';

/** Increases with each change that older versions would misread. */
const VERSION = 3;

export interface EncodedEntry {
  /** JSON of everything except the body of a copy. */
  readonly facts: string;
  /** Undefined if the entry has no copy. */
  readonly body: Uint8Array | undefined;
}

/** Stands in for the body in the facts. */
interface BodyFacts {
  readonly length: number;
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
  let body: Uint8Array | undefined;
  const read = (length: number): Uint8Array => {
    body = readBody(length);
    return body;
  };
  try {
    const entry = joinEntry(json, read);
    return checksum(key, json, body) === facts.slice(0, end) ? entry : undefined;
  } catch {
    return undefined;
  }
}

/** Splits an entry into JSON and the body of its copy. */
export function splitEntry(entry: Entry): EncodedEntry {
  const { settled } = entry;
  if (settled?.kind !== 'copy') return { facts: toJson(entry), body: undefined };
  const { body } = settled;
  const facts: BodyFacts = { length: body.length };
  return { facts: toJson({ ...entry, settled: { ...settled, body: facts } }), body };
}

/** Reverses `splitEntry`. Throws if the JSON is not an entry of this version. */
export function joinEntry(facts: string, readBody: (length: number) => Uint8Array): Entry {
  const { version, ...entry } = storedEntry(JSON.parse(facts));
  if (version !== VERSION) throw new Error(`version ${version} of an entry`);
  const { settled } = entry;
  if (settled?.kind !== 'copy') return { ...entry, settled };
  return { ...entry, settled: { ...settled, body: readBody(settled.body.length) } };
}

function toJson(facts: object): string {
  return JSON.stringify({ version: VERSION, ...facts });
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

/** Returns a parsed JSON value if it has the expected shape. Otherwise throws, because a store may contain anything. */
type Reader<Value> = (value: unknown) => Value;

type Readers<Shape> = { readonly [Name in keyof Shape]-?: Reader<Shape[Name]> };

function expected(what: string): Error {
  return new TypeError(`${what} was expected`);
}

const text: Reader<string> = (value) => {
  if (typeof value === 'string') return value;
  throw expected('a string');
};

const number: Reader<number> = (value) => {
  if (typeof value === 'number') return value;
  throw expected('a number');
};

const flag: Reader<boolean> = (value) => {
  if (typeof value === 'boolean') return value;
  throw expected('a boolean');
};

function oneOf<Name extends string>(names: readonly Name[]): Reader<Name> {
  return (value) => {
    const name = names.find((each) => each === value);
    if (name !== undefined) return name;
    throw expected(`one of ${names.join(', ')}`);
  };
}

/** JSON omits undefined values. */
function maybe<Value>(read: Reader<Value>): Reader<Value | undefined> {
  return (value) => (value === undefined ? undefined : read(value));
}

function list<Value>(read: Reader<Value>): Reader<Value[]> {
  return (value) => {
    if (Array.isArray(value)) return value.map(read);
    throw expected('a list');
  };
}

/** Reads an object with all keys of `always` and any of `sometimes`. Drops other keys. */
function record<Always extends object, Sometimes extends object = object>(
  always: Readers<Always>,
  sometimes?: Readers<Sometimes>,
): Reader<Always & Partial<Sometimes>> {
  const required: [string, Reader<unknown>][] = Object.entries(always);
  const optional: [string, Reader<unknown>][] = Object.entries(sometimes ?? {});
  return (value) => {
    if (typeof value !== 'object' || value === null) throw expected('an object');
    const given = new Map<string, unknown>(Object.entries(value));
    const present = optional.filter(([name]) => given.has(name));
    const read = [...required, ...present].map(([name, of]) => [name, of(given.get(name))]);
    return Object.fromEntries(read);
  };
}

const attempt = {
  at: number,
  status: maybe(number),
  url: text,
  hops: list(record<Hop>({ url: text, status: number, location: maybe(text) })),
};

type StoredCopy = Omit<Copy, 'body'> & { readonly body: BodyFacts };

const copy = record<StoredCopy>({
  ...attempt,
  kind: oneOf(['copy']),
  freshUntil: number,
  body: record<BodyFacts>({ length: number }),
  truncated: flag,
  maxBytes: number,
  charset: record<Omit<BodyCharset, 'unknown'>, Required<Pick<BodyCharset, 'unknown'>>>(
    { name: text, from: oneOf(['byte-order-mark', 'content-type', 'default']) },
    { unknown: text },
  ),
  mediaType: maybe(text),
  validators: record<object, Required<Validators>>({}, { etag: text, lastModified: text }),
  caching: record<object, Required<CachingHeaders>>(
    {},
    { age: text, 'cache-control': text, date: text, expires: text, pragma: text },
  ),
});

const unavailable = record<Unavailable>({
  ...attempt,
  kind: oneOf(['unavailable']),
  freshUntil: number,
  reason: oneOf(UNAVAILABLE_REASONS),
});

const forbidden = record<Forbidden>({
  ...attempt,
  kind: oneOf(['forbidden']),
  freshUntil: number,
});

const settledByKind = { copy, unavailable, forbidden };
const ofKind = record<Pick<Settled, 'kind'>>({
  kind: oneOf(['copy', 'unavailable', 'forbidden']),
});

const settled: Reader<StoredCopy | Unavailable | Forbidden> = (value) =>
  settledByKind[ofKind(value).kind](value);

const failing = record<Failing>({
  ...attempt,
  observedMs: number,
  count: number,
  reason: oneOf(UNREACHABLE_REASONS),
  detail: text,
});

const storedEntry = record({
  version: number,
  settled: maybe(settled),
  failing: maybe(failing),
  refreshAt: number,
});
