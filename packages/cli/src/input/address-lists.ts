/** The address lists of crawlers: `repkit crawlers update` fetches them into the cache, and `--verify` reads them. */
import { dirname } from 'node:path';
import { type AddressList, isInputError, parseAddressList } from '@repkit/bulk';
import { type CrawlerProfile, knownCrawlers } from '@repkit/core/crawlers';
import type { Arguments } from '../options/arguments.js';
import { checkingProxy, guardOf, timeLimits, timeoutOf, userAgentOf } from '../options/fetch-options.js';
import { naming, readFile, writeFile } from '../program/files.js';
import { type Io, stoppedBy } from '../program/io.js';
import { type CacheContext, cachePath } from './cache-path.js';
import { refusedAddressText } from './check-result.js';

/** The longest known list has 200 kB. */
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_HEADER_BYTES = 64 * 1024;

const HOUR_MS = 3_600_000;
const OLD_MS = 30 * 24 * HOUR_MS;

const VERSION = 1;

/** Returns the URLs of the lists that the operators of known crawlers publish. */
export function listUrls(crawlers: readonly CrawlerProfile[] = knownCrawlers): readonly string[] {
  return [...new Set(crawlers.flatMap(({ addresses }) => addresses?.lists ?? []))].sort();
}

interface CachedList {
  readonly list: AddressList;
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
}

export interface CachedLists {
  readonly lists: ReadonlyMap<string, AddressList>;
  /** Which lists are missing or old, as sentences. */
  readonly warnings: readonly string[];
}

type CacheIo = CacheContext & Pick<Io, 'openFile' | 'fileSize' | 'now'>;

/** Reads the cached lists of crawlers. Makes no request. */
export async function cachedAddressLists(crawlers: readonly CrawlerProfile[], io: CacheIo): Promise<CachedLists> {
  const lists = new Map<string, AddressList>();
  const missing: string[] = [];
  const old: string[] = [];
  for (const url of listUrls(crawlers)) {
    const cached = await readCached(url, io);
    if (cached === undefined) missing.push(url);
    else lists.set(url, cached.list);
    if (cached !== undefined && io.now() - cached.fetchedAt > OLD_MS) old.push(url);
  }
  const sentence = (urls: readonly string[], what: string) =>
    urls.length === 0 ? [] : [`${what}: ${operatorsOf(urls, crawlers)}. Run "repkit crawlers update" to fetch them.`];
  return {
    lists,
    warnings: [
      ...sentence(missing, 'No address lists are cached for crawlers of'),
      ...sentence(old, 'Some address lists are older than 30 days, for crawlers of'),
    ],
  };
}

function operatorsOf(urls: readonly string[], crawlers: readonly CrawlerProfile[]): string {
  const concerned = crawlers.filter(({ addresses }) => addresses?.lists?.some((url) => urls.includes(url)));
  return [...new Set(concerned.map(({ operator }) => operator))].join(', ');
}

function fileOf(url: string, io: CacheContext): string {
  const { host, pathname } = new URL(url);
  return cachePath(io, 'addresses', `${host}${pathname}`.replaceAll(/[^\w.-]/g, '_'));
}

/** Returns undefined for a list that is missing, or whose file is damaged or of another version. */
async function readCached(url: string, io: CacheIo): Promise<CachedList | undefined> {
  try {
    const path = fileOf(url, io);
    if (io.fileSize(path) === undefined) return undefined;
    const bytes = await readFile(`"${path}"`, io.openFile(path), 2 * MAX_BYTES);
    const { version, fetchedAt, list } = JSON.parse(bytes.toString());
    const at = Date.parse(fetchedAt);
    if (version !== VERSION || !Number.isFinite(at)) return undefined;
    return { list: parseAddressList(JSON.stringify(list), `"${path}"`), fetchedAt: at };
  } catch {
    return undefined;
  }
}

export interface UpdatedList {
  readonly url: string;
  /** For people: the number of prefixes, or why there are none and whether an older list stays in use. */
  readonly text: string;
  readonly isFailed: boolean;
}

/**
 * Fetches lists into the cache, each unless it was fetched within the last hour, as draft-illyes-webbotauth-jafar-00 (3.1)
 * requires. A list that cannot be fetched or read leaves the cached one. Rejects with an InputError for an invalid option, or
 * if the cache cannot be written.
 */
export async function* updateAddressLists(
  urls: readonly string[],
  args: Arguments,
  io: CacheIo & Pick<Io, 'makeFolder' | 'replaceFile' | 'stopSignal'>,
): AsyncGenerator<UpdatedList> {
  const { WebTransport } = await import('@repkit/client/transport');
  const sizes = { maxBytes: MAX_BYTES, maxHeaderBytes: MAX_HEADER_BYTES };
  const limits = { ...timeLimits(timeoutOf(args)), ...sizes };
  const options = { userAgent: userAgentOf(args), limits, guard: guardOf(args) };
  const transport = await checkingProxy(() => new WebTransport({ ...options, proxy: 'environment', ca: [] }));
  const signal = io.stopSignal();
  naming('The user cache folder', () => cachePath(io), 'written');
  try {
    for (const url of urls) {
      const cached = await readCached(url, io);
      const age = cached === undefined ? Number.NaN : io.now() - cached.fetchedAt;
      if (cached !== undefined && age >= 0 && age < HOUR_MS) {
        yield {
          url,
          text: `${cached.list.size} prefixes, fetched within the last hour`,
          isFailed: false,
        };
        continue;
      }
      const outcome = await transport.fetch({ url, signal });
      if (signal.aborted) throw stoppedBy(signal);
      const { text, isFailed } = store(url, outcome, io);
      yield { url, text: isFailed ? `${text}. ${cachedText(cached)}` : text, isFailed };
    }
  } finally {
    await transport.close();
  }
}

function cachedText(cached: CachedList | undefined): string {
  if (cached === undefined) return 'There is no cached list.';
  return `The list of ${new Date(cached.fetchedAt).toISOString().slice(0, 10)} stays in use.`;
}

type Outcome = Awaited<ReturnType<import('@repkit/client').Transport['fetch']>>;

function store(url: string, outcome: Outcome, io: CacheContext & Pick<Io, 'now' | 'makeFolder' | 'replaceFile'>): UpdatedList {
  const failed = (text: string) => ({ url, text, isFailed: true });
  const path = fileOf(url, io);
  const urls = [...outcome.hops.map((hop) => hop.url), outcome.url];
  if (url.startsWith('https:') && !urls.every((each) => each.startsWith('https:'))) {
    return failed('it redirects to http, where anyone on the way can change it');
  }
  if (outcome.kind === 'failure') {
    const { failure, detail } = outcome;
    return failed(failure === 'refused-address' ? refusedAddressText(detail, outcome.url) : detail);
  }
  if (outcome.kind !== 'http') return failed(outcome.kind === 'ftp' ? outcome.detail : 'too many redirects');
  const { status, body } = outcome;
  if (body === undefined) return failed(`status ${status}`);
  if (body.truncated) return failed('it exceeds 4 MiB');
  const text = new TextDecoder().decode(body.bytes);
  let list: AddressList;
  try {
    list = parseAddressList(text, 'it');
  } catch (error) {
    if (!isInputError(error)) throw error;
    return failed(error.message.replace(/\.$/, ''));
  }
  const fetchedAt = new Date(io.now()).toISOString();
  const content = {
    version: VERSION,
    url,
    fetchedAt,
    list: JSON.parse(text.replace(/^\ufeff/, '')),
  };
  naming(`"${dirname(path)}"`, () => io.makeFolder(dirname(path)), 'written');
  writeFile(`"${path}"`, path, `${JSON.stringify(content)}\n`, io);
  const skipped = list.skipped === 0 ? '' : `, skipped ${list.skipped} entries that are not a prefix`;
  return { url, text: `${list.size} prefixes${skipped}`, isFailed: false };
}
