/** URLs from the places where site owners have them: lists, sitemaps and access logs. */
import type { SitemapReader } from '@repkit/client/sitemap';
import { type LogRequest, logRequest } from '@repkit/core/analysis';
import type { Chunks } from '../bytes/file-bytes.js';
import { InputError } from '../bytes/input-error.js';
import { lineBlocks } from '../input/blocks.js';
import { readHead } from '../input/decompress.js';
import { RowReader } from '../rows/row-reader.js';
import { tsvRows } from '../rows/rows.js';

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
  const read = kind === 'list' ? urlOf : ({ written }: RowReader) => logRequest(written);
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

/** Yields the result for each line. */
async function* lines<Value>(
  chunks: Chunks,
  read: (row: RowReader) => Value,
): AsyncGenerator<Value> {
  const rows = new RowReader(tsvRows);
  for await (const bytes of lineBlocks(chunks)) {
    rows.begin(bytes, bytes.length);
    while (rows.next()) yield read(rows);
  }
}

/** Returns the URL of a line, which is its first column; undefined for an invalid line. */
function urlOf(row: RowReader): string | undefined {
  return row.urlProblem() === undefined ? row.url : undefined;
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
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of chunks) {
    yield* reader.read(decoder.decode(chunk, { stream: true }));
    if (reader.isTooDeep) {
      throw new InputError(`"${name}" is not a sitemap: its elements are nested too deeply.`);
    }
  }
  yield* reader.read(decoder.decode());
}
