/** Entries as octets, for the stores that keep them outside of the process. */
import { hash } from 'node:crypto';
import type {
  CachingHeaders,
  Copy,
  Entry,
  Failing,
  Forbidden,
  Settled,
  Unavailable,
  UnavailableReason,
  UnreachableReason,
} from '../policy/entry.js';
import type { BodyCharset, Hop, Validators } from '../transport/outcome.js';
import { flag, list, maybe, number, oneOf, type Reader, record, text } from './json-reader.js';

/** Grows with each change that an older reader would misread. */
const VERSION = 1;

export interface EncodedEntry {
  /** All but the body of a copy, as JSON. */
  readonly facts: string;
  /** Undefined where the entry has no copy. */
  readonly body: Uint8Array | undefined;
}

/** How the facts tell of the body that lies beside them. */
interface BodyFacts {
  readonly hash: string;
  readonly length: number;
}

export function encodeEntry(entry: Entry): EncodedEntry {
  const { settled } = entry;
  if (settled?.kind !== 'copy') return { facts: toJson(entry), body: undefined };
  const { body } = settled;
  const facts: BodyFacts = { hash: hashOf(body), length: body.length };
  return { facts: toJson({ ...entry, settled: { ...settled, body: facts } }), body };
}

/**
 * The entry that was encoded. Undefined where anything about it is broken, was written by a later version, or a copy's
 * body is not the one that belongs to it: what is cached may always be fetched again. Never throws.
 *
 * @param readBody the octets of the body, whose length the facts tell; may throw
 */
export function decodeEntry(
  facts: string,
  readBody: (length: number) => Uint8Array,
): Entry | undefined {
  try {
    const { version, ...entry } = storedEntry(JSON.parse(facts));
    if (version !== VERSION) return undefined;
    const { settled } = entry;
    if (settled?.kind !== 'copy') return { ...entry, settled };
    const body = readBody(settled.body.length);
    if (hashOf(body) !== settled.body.hash) return undefined;
    return { ...entry, settled: { ...settled, body } };
  } catch {
    return undefined;
  }
}

function toJson(facts: object): string {
  return JSON.stringify({ version: VERSION, ...facts });
}

function hashOf(octets: Uint8Array): string {
  return hash('sha256', octets, 'base64url');
}

const unavailableReason = oneOf<UnavailableReason>({
  status: true,
  empty: true,
  'too-many-redirects': true,
  'redirect-loop': true,
  'ftp-reply': true,
});

const unreachableReason = oneOf<UnreachableReason>({
  dns: true,
  connect: true,
  timeout: true,
  reset: true,
  tls: true,
  protocol: true,
  'content-encoding': true,
  'refused-address': true,
  'bad-redirect': true,
  proxy: true,
  aborted: true,
  status: true,
  'partial-content': true,
  'not-modified-unasked': true,
  'too-many-redirects': true,
  'redirect-loop': true,
  'ftp-reply': true,
});

const attempt = {
  at: number,
  status: maybe(number),
  url: text,
  hops: list(record<Hop>({ url: text, status: number, location: maybe(text) })),
};

type StoredCopy = Omit<Copy, 'body'> & { readonly body: BodyFacts };

const copy = record<StoredCopy>({
  ...attempt,
  kind: oneOf({ copy: true }),
  freshUntil: number,
  body: record<BodyFacts>({ hash: text, length: number }),
  truncated: flag,
  charset: record<Omit<BodyCharset, 'unknown'>, Required<Pick<BodyCharset, 'unknown'>>>(
    { name: text, from: oneOf({ 'byte-order-mark': true, 'content-type': true, default: true }) },
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
  kind: oneOf({ unavailable: true }),
  freshUntil: number,
  reason: unavailableReason,
});

const forbidden = record<Forbidden>({
  ...attempt,
  kind: oneOf({ forbidden: true }),
  freshUntil: number,
});

const settledByKind = { copy, unavailable, forbidden };
const ofKind = record<Pick<Settled, 'kind'>>({
  kind: oneOf({ copy: true, unavailable: true, forbidden: true }),
});

const settled: Reader<StoredCopy | Unavailable | Forbidden> = (value) =>
  settledByKind[ofKind(value).kind](value);

const failing = record<Failing>({
  ...attempt,
  firstAt: number,
  count: number,
  reason: unreachableReason,
  detail: text,
});

const storedEntry = record({
  version: number,
  settled: maybe(settled),
  failing: maybe(failing),
  refreshAt: number,
});
