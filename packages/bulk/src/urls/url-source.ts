/** URLs from the places where site owners have them: lists, sitemaps and access logs. */
import type { SitemapReader } from '@repkit/client/sitemap';
import { type LogRequest, logRequest } from '@repkit/core/analysis';
import { bufferOf } from '../bytes/bytes.js';
import { asyncOf, type Chunks } from '../bytes/file-bytes.js';
import { InputError } from '../bytes/input-error.js';
import { lineBlocks } from '../input/blocks.js';
import { concatenate, readHead } from '../input/decompress.js';
import { type Row, readRows } from '../rows/read-rows.js';
import { tsvRows } from '../rows/tsv.js';
import { isUrlText, urlProblem, urlText } from '../rows/url-problem.js';

export type UrlSourceKind = 'list' | 'sitemap' | 'sitemap-index' | 'access-log';

export interface UrlSource {
  readonly kind: UrlSourceKind;
  /**
   * URLs of a list or a sitemap, requests of an access log, or the sitemaps of an index; undefined for a line that contains
   * none. Can be read once.
   */
  readonly urls: AsyncIterable<string | LogRequest | undefined>;
  /** Returns, once all URLs were read, why the source is incomplete, as a sentence; undefined if it is complete. */
  problem(): string | undefined;
}

/** Bytes that decide which kind of source it is: the XML declaration and comments of a sitemap, or the first line of a log. */
const HEAD_BYTES = 64 * 1024;
/** sitemaps.org limits a `loc` to 2,048 characters. */
const MAX_LOCATION_LENGTH = 64 * 1024;

/**
 * Detects the kind of a source by its first bytes, and reads its URLs as a stream. `chunks` are decompressed and have no
 * byte-order mark. Memory does not grow with the length of the source. Throws an InputError for XML that is not a sitemap,
 * and for a format that is known but not read.
 */
export async function readUrlSource(name: string, chunks: Chunks): Promise<UrlSource> {
  const { head: bytes, all } = await readHead(chunks, HEAD_BYTES);
  const head = Buffer.from(bytes).toString('latin1');
  if (/^\s*</.test(head)) {
    const [, root] = /<(?:\w+:)?(urlset|sitemapindex)\b/.exec(head) ?? [];
    if (root === undefined) {
      throw new InputError(
        `"${name}" is XML or HTML, but not a sitemap. Give a sitemap, an access log, or a list of URLs.`,
      );
    }
    const kind = root === 'urlset' ? 'sitemap' : 'sitemap-index';
    return sitemapSource(name, kind, all);
  }
  const format = OTHER_FORMATS.find(([pattern]) => pattern.test(head))?.[1];
  if (format !== undefined) {
    throw new InputError(
      `"${name}" is ${format}. Give a list of URLs, a sitemap, or an access log in the common or combined format.`,
    );
  }
  const isLog = head.split('\n').some((line) => logRequest(line) !== undefined);
  return lineSource(name, isLog ? 'access-log' : 'list', all);
}

/** An empty file with such a name, or from the web, is not an empty list. */
const SITEMAP_NAME = /^https?:|\.xml(?:\.gz|\.zst)?$/i;

/** Formats that people have and that are not read, by their start. */
const OTHER_FORMATS: readonly (readonly [RegExp, string])[] = [
  [/^\s*[{[]/, 'JSON'],
  [
    /^#(?:Version|Fields|Software|Date):/m,
    'a log in the W3C extended format, as IIS and CloudFront write it',
  ],
];

function lineSource(name: string, kind: 'list' | 'access-log', chunks: Chunks): UrlSource {
  const read = kind === 'list' ? urlOf : requestOf;
  let isEmpty = true;
  async function* urls() {
    for await (const url of lines<string | LogRequest | undefined>(chunks, read)) {
      isEmpty = false;
      yield url;
    }
  }
  const problem = () => (isEmpty && SITEMAP_NAME.test(name) ? `"${name}" is empty.` : undefined);
  return { kind, urls: urls(), problem };
}

/** The first element of a sitemap, or what may precede it. */
const SITEMAP_START = /^\s*<(?:\?xml\b|!--|(?:\w+:)?(?:urlset|sitemapindex)\b)/;
/** More than the first element has, apart from its attributes. */
const START_BYTES = 64;

/**
 * Whether the bytes start like a sitemap, and all bytes including these. Reads no further than the first line with text, so
 * that rows need not wait for each other.
 */
export async function detectSitemap(
  chunks: Chunks,
): Promise<{ readonly isSitemap: boolean; readonly all: AsyncGenerator<Uint8Array> }> {
  const rest = asyncOf(chunks);
  const first: Uint8Array[] = [];
  let start = '';
  while (start.trimStart().length < START_BYTES && !/\S.*\n/.test(start)) {
    const { done, value } = await rest.next();
    if (done === true) break;
    first.push(value);
    start = (start + bufferOf(value).toString('latin1', 0, HEAD_BYTES)).trimStart();
  }
  return { isSitemap: SITEMAP_START.test(start), all: concatenate(first, rest) };
}

/** Yields the result for each line. */
async function* lines<Value>(
  chunks: Chunks,
  read: (row: Row, block: Uint8Array) => Value,
): AsyncGenerator<Value> {
  for await (const block of lineBlocks(chunks)) {
    for (const row of readRows(block, tsvRows())) yield read(row, block);
  }
}

function requestOf({ start, end }: Row, block: Uint8Array): LogRequest | undefined {
  return logRequest(bufferOf(block).toString('latin1', start, end));
}

/** Returns the URL of a line, which is its first column; undefined for an invalid line. */
function urlOf(row: Row): string | undefined {
  return urlProblem(row, false) === undefined ? urlText(row) : undefined;
}

/** The locations of a sitemap or an index. */
async function sitemapSource(
  name: string,
  kind: 'sitemap' | 'sitemap-index',
  chunks: Chunks,
): Promise<UrlSource> {
  // Loaded on demand, because most runs read no sitemap.
  const { SitemapReader } = await import('@repkit/client/sitemap');
  const reader = new SitemapReader({ maxLocationLength: MAX_LOCATION_LENGTH });
  return {
    kind,
    urls: locations(name, chunks, reader),
    problem: () =>
      reader.isComplete
        ? undefined
        : `"${name}" is damaged or incomplete: it ends before its root element does.`,
  };
}

async function* locations(
  name: string,
  chunks: Chunks,
  reader: SitemapReader,
): AsyncGenerator<string | undefined> {
  const decoder = new TextDecoder();
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
