/** URLs from the places where site owners have them: lists, sitemaps and access logs. */
import { TextDecoder } from 'node:util';
import type { SitemapInclude, SitemapReader } from '@repkit/client/sitemap';
import type { LogRequest } from '@repkit/core/analysis';
import { bufferOf } from '../bytes/bytes.js';
import type { Chunks } from '../bytes/file-bytes.js';
import { InputError } from '../bytes/input-error.js';
import { lineBlocks } from '../input/blocks.js';
import { readHead } from '../input/decompress.js';
import { stripByteOrderMark } from '../input/input.js';
import { BlockReader, isLog, LOG_FORMATS, logBlocks } from '../logs/read-log.js';
import { type Row, readRows } from '../rows/read-rows.js';
import { tsvRows } from '../rows/tsv.js';
import { isUrlText, urlProblem, urlText } from '../rows/url-problem.js';

export type UrlSourceKind = 'list' | 'sitemap' | 'sitemap-index' | 'access-log';

export interface UrlSource {
  readonly kind: UrlSourceKind;
  /**
   * URLs of a list, a sitemap or a feed, requests of an access log, or the sitemaps of an index; undefined for a line that
   * contains none. Can be read once.
   */
  readonly urls: AsyncIterable<string | LogRequest | undefined>;
  /** Returns, once all URLs were read, why the source is incomplete, as a sentence; undefined if it is complete. */
  problem(): string | undefined;
}

export interface SitemapOptions {
  /** The label of the encoding of a sitemap, if it is known (default: by its byte-order mark or XML declaration). */
  readonly encoding?: string | undefined;
  /** Further addresses to read in a sitemap. */
  readonly include?: readonly SitemapInclude[] | undefined;
}

/** Bytes that decide which kind of source it is: the XML declaration and comments of a sitemap, or the first line of a log. */
const HEAD_BYTES = 64 * 1024;
/** sitemaps.org limits a `loc` to 2,048 characters. */
const MAX_LOCATION_LENGTH = 64 * 1024;

/**
 * Detects the kind of a source by its first bytes, and reads its URLs as a stream. `chunks` are decompressed. Memory does not
 * grow with the length of the source. Throws an InputError for XML that is not a sitemap, for JSON that is not an access log,
 * and for lists and logs in UTF-16.
 */
export async function readUrlSource(name: string, chunks: Chunks, options: SitemapOptions = {}): Promise<UrlSource> {
  const { head: bytes, all } = await readHead(chunks, HEAD_BYTES);
  const head = headText(bytes);
  // A line of syslog may begin with its priority, such as `<190>`.
  if (/^\s*<(?!\d)/.test(head)) {
    const root = await rootOf(head);
    if (!SITEMAP_ROOTS.has(root)) {
      throw new InputError(`"${name}" is XML or HTML, but not a sitemap. Give a sitemap, an access log, or a list of URLs.`);
    }
    const kind = root === 'sitemapindex' ? 'sitemap-index' : 'sitemap';
    return sitemapSource(name, kind, bytes, all, options);
  }
  if (isLog(bytes)) return logSource(name, all);
  if (/^\s*[{[]/.test(head)) {
    throw new InputError(`"${name}" is JSON, but not an access log. Give a list of URLs, a sitemap, or a log in ${LOG_FORMATS}.`);
  }
  if (isUtf16(bytes)) throw new InputError(`"${name}" is UTF-16. Save it as UTF-8.`);
  return listSource(name, stripByteOrderMark(all));
}

const SITEMAP_ROOTS: ReadonlySet<string | undefined> = new Set(['urlset', 'sitemapindex', 'rss', 'feed']);

/** Returns the local name of the first element; a page, or a comment, may contain elements of the same name as a sitemap's. */
async function rootOf(head: string): Promise<string | undefined> {
  const { SitemapReader } = await loadSitemapReader();
  const reader = new SitemapReader({ maxLocationLength: 0 });
  reader.read(head);
  return reader.root;
}

/** Loaded on demand, because most runs read no sitemap. */
function loadSitemapReader() {
  return import('@repkit/client/sitemap');
}

/** Yields undefined for lines that cannot be read. */
function logSource(name: string, chunks: Chunks): UrlSource {
  let isCut = false;
  async function* urls() {
    const reader = new BlockReader();
    for await (const block of logBlocks(name, chunks)) {
      const requests: (LogRequest | undefined)[] = [];
      const lines = reader.read(block, {
        request: (request) => requests.push(request),
        unreadable: () => requests.push(undefined),
      });
      isCut = lines.isCut;
      yield* requests;
    }
  }
  const problem = () => (isCut ? `"${name}" is incomplete: it ends in the middle of a line.` : undefined);
  return { kind: 'access-log', urls: urls(), problem };
}

/** An empty file with such a name, or from the web, is not an empty list. */
const SITEMAP_NAME = /^https?:|\.xml(?:\.gz|\.zst)?$/i;

function listSource(name: string, chunks: Chunks): UrlSource {
  let isEmpty = true;
  async function* urls() {
    for await (const block of lineBlocks(chunks)) {
      for (const row of readRows(block, tsvRows()).rows) {
        isEmpty = false;
        yield urlOf(row);
      }
    }
  }
  const problem = () => (isEmpty && SITEMAP_NAME.test(name) ? `"${name}" is empty.` : undefined);
  return { kind: 'list', urls: urls(), problem };
}

/** The first element of a sitemap, or what may precede it. */
const SITEMAP_START = /^\s*<(?:\?xml\b|!--|(?:\w+:)?(?:urlset|sitemapindex|rss|feed)\b)/;
/** More than the first element has, apart from its attributes. */
const START_BYTES = 64;

/**
 * Whether the bytes start like a sitemap, and all bytes including these. Reads no further than the first line with text, so
 * that the first row is answered before the next one arrives.
 */
export async function detectSitemap(
  chunks: Chunks,
): Promise<{ readonly isSitemap: boolean; readonly all: AsyncGenerator<Uint8Array> }> {
  const textOf = (bytes: Uint8Array) => headText(bytes).trimStart();
  const { head, all } = await readHead(chunks, HEAD_BYTES, (bytes) => {
    const start = textOf(bytes);
    return start.length >= START_BYTES || /\S.*\n/.test(start);
  });
  return { isSitemap: SITEMAP_START.test(textOf(head)), all };
}

/** Returns the URL of a line, which is its first column; undefined for an invalid line. */
function urlOf(row: Row): string | undefined {
  return urlProblem(row, false) === undefined ? urlText(row) : undefined;
}

/** The locations of a sitemap or an index. */
async function sitemapSource(
  name: string,
  kind: 'sitemap' | 'sitemap-index',
  head: Uint8Array,
  chunks: Chunks,
  { encoding: known, include }: SitemapOptions,
): Promise<UrlSource> {
  const { SitemapReader, sitemapEncoding } = await loadSitemapReader();
  const encoding = known ?? sitemapEncoding(head);
  const reader = new SitemapReader({ maxLocationLength: MAX_LOCATION_LENGTH, include });
  const decoder = decoderOf(encoding);
  const problem = () => {
    if (!reader.isComplete) {
      return `"${name}" is damaged or incomplete: it ends before its root element does.`;
    }
    return decoder === undefined
      ? `"${name}" declares the unknown encoding ${JSON.stringify(encoding.slice(0, 64))}, so it was read as UTF-8.`
      : undefined;
  };
  return { kind, urls: locations(name, chunks, reader, decoder ?? new TextDecoder()), problem };
}

/** Returns the first bytes as text without a byte-order mark; a character per byte unless they are UTF-16. */
function headText(head: Uint8Array): string {
  const [first] = head;
  if (isUtf16(head)) return new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be').decode(head);
  return bufferOf(head)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '');
}

/** Whether the bytes begin with the byte-order mark of UTF-16. */
function isUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

/** Returns undefined if the label is unknown. */
function decoderOf(encoding: string): TextDecoder | undefined {
  try {
    return new TextDecoder(encoding);
  } catch {
    return undefined;
  }
}

async function* locations(
  name: string,
  chunks: Chunks,
  reader: SitemapReader,
  decoder: TextDecoder,
): AsyncGenerator<string | undefined> {
  for await (const chunk of chunks) {
    yield* urlsOf(reader.read(decoder.decode(chunk, { stream: true })));
    if (reader.isTooDeep) {
      throw new InputError(`"${name}" is not a sitemap: its elements are nested too deeply.`);
    }
  }
  yield* urlsOf(reader.read(decoder.decode()));
}

/** Replaces locations that are not URLs. */
function* urlsOf(locations: Iterable<string>): Generator<string | undefined> {
  for (const location of locations) yield isUrlText(location) ? location : undefined;
}
