/** The inputs of `repkit filter`: rows and sitemaps, in files, on standard input or on the web. */
import { type Chunks, csvBlocks, detectSitemap, type Input, InputError, type RowsOptions } from '@repkit/bulk';
import { isWebUrl, type UrlSource, type UrlSources } from '../input/url-sources.js';
import { naming } from '../program/files.js';
import type { Io } from '../program/io.js';

export interface FilterInputOptions {
  /** Reads sitemaps; undefined if inputs contain only rows. */
  readonly sitemaps: UrlSources | undefined;
  /** Receives the number of bytes read, before decompression. */
  readonly onRead: ((bytes: number) => void) | undefined;
  readonly stop: AbortSignal | undefined;
  readonly format: RowsOptions['name'];
  /** Receives a sentence about an input in ndjson that ends within a row. */
  readonly onCutRow: (sentence: string) => void;
}

/** Throws an InputError if a file cannot be read. */
export function checkFilterInputs(names: readonly string[], sitemaps: UrlSources | undefined, io: Io): void {
  for (const name of names) {
    if (name !== '-' && !isFetched(name, sitemaps)) naming(`"${name}"`, () => io.checkReadable(name));
  }
}

/** Returns the inputs in order; `-` is standard input. */
export function filterInputs(
  names: readonly string[],
  { sitemaps, onRead, stop, format, onCutRow }: FilterInputOptions,
  io: Io,
): Input[] {
  const rowsIn = (name: string, bytes: Chunks): Chunks => {
    if (sitemaps !== undefined) return rowsOrLocations(name, bytes, sitemaps);
    if (format === 'ndjson') return wholeObjects(name, bytes, onCutRow);
    return format === 'csv' && names.length > 1 ? closedCells(name, bytes) : bytes;
  };
  return names.map((name) => {
    if (sitemaps !== undefined && isFetched(name, sitemaps)) {
      return { name, open: () => locationsOf(sitemaps.open(name)) };
    }
    return {
      name,
      open() {
        const bytes = name === '-' ? io.stdin(stop) : io.openFile(name);
        return onRead === undefined ? bytes : counted(bytes, onRead);
      },
      rowsOf: (bytes) => rowsIn(name, bytes),
    };
  });
}

/** Returns the total size; undefined if the size of any input is unknown. */
export function totalBytes(inputs: readonly string[], io: Io): number | undefined {
  const sizes = inputs.map((name) => (name === '-' ? undefined : io.fileSize(name)));
  return sizes.reduce((sum, size) => (sum !== undefined && size !== undefined ? sum + size : undefined), 0);
}

function isFetched(name: string, sitemaps: UrlSources | undefined): boolean {
  return sitemaps !== undefined && isWebUrl(name);
}

async function* counted(chunks: Chunks, onRead: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    onRead(chunk.length);
    yield chunk;
  }
}

/** A longer last line is not examined: it is an invalid row. */
const MAX_EXAMINED_BYTES = 1024 * 1024;

/** Yields the bytes unchanged, and reports if they end within a JSON object. */
async function* wholeObjects(name: string, bytes: Chunks, onCutRow: (sentence: string) => void): AsyncGenerator<Uint8Array> {
  let open: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    const lineFeed = chunk.lastIndexOf(0x0a);
    if (lineFeed !== -1) {
      open = [];
      length = 0;
    }
    const rest = chunk.subarray(lineFeed + 1);
    length += rest.length;
    if (length <= MAX_EXAMINED_BYTES) open.push(rest);
    yield chunk;
  }
  const line = Buffer.concat(open).toString();
  if (length > MAX_EXAMINED_BYTES || !isJson(line)) {
    onCutRow(`"${name}" is incomplete: it ends within a row.`);
  }
}

/** Yields the bytes unchanged. Throws an InputError if they end within a quoted cell, which would hide rows of the next input. */
function closedCells(name: string, bytes: Chunks): Chunks {
  return csvBlocks(bytes, () => {
    throw new InputError(`"${name}" ends within a quoted cell, so it is incomplete. Use a complete copy.`);
  });
}

function isJson(line: string): boolean {
  if (line.trim() === '') return true;
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

/** Yields the locations of a sitemap, or else the bytes unchanged. */
async function* rowsOrLocations(name: string, bytes: Chunks, sitemaps: UrlSources): AsyncGenerator<Uint8Array> {
  const { isSitemap, all } = await detectSitemap(bytes);
  yield* isSitemap ? locationsOf(sitemaps.openBytes(name, all)) : all;
}

const CHUNK_CHARACTERS = 64 * 1024;

/** Yields a line per location. One that is not a URL becomes an empty line, which is an invalid row. */
async function* locationsOf(opening: Promise<UrlSource>): AsyncGenerator<Uint8Array> {
  const { urls } = await opening;
  let text = '';
  for await (const url of urls) {
    text += `${typeof url === 'string' && !/[\t\r\n]/.test(url) ? url : ''}\n`;
    if (text.length < CHUNK_CHARACTERS) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}
