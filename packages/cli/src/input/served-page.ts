/** The response of a page: requested once, or saved by the user. */
import { InputError } from '@repkit/bulk';
import type { PageResponse } from '@repkit/client/page';
import type { SavedResponse } from '@repkit/client/transport';
import { fieldValues, type ResponseHeaders } from '@repkit/core/preferences';
import type { Arguments } from '../options/arguments.js';
import { checkingProxy, fetchOptionsOf, timeLimits } from '../options/fetch-options.js';
import { readFile } from '../program/files.js';
import { type Io, stoppedBy } from '../program/io.js';

export type ServedPage =
  | {
      readonly kind: 'response';
      readonly status: number;
      /** The URL that a redirect names. */
      readonly location: string | undefined;
      readonly contentType: string | undefined;
      /** Status and media type for people. */
      readonly text: string;
      readonly response: PageResponse;
    }
  | { readonly kind: 'not-requested' | 'failed'; readonly why: string };

/** Googlebot's limit for HTML, and that of `client.page`. */
const MAX_BYTES = 2_000_000;
const MAX_HEADER_BYTES = 64 * 1024;

/** Requests the page once. Throws an InputError for an invalid proxy, and if a signal stops the run. */
export async function requestedPage(url: string, args: Arguments, io: Io): Promise<ServedPage> {
  const { guard, userAgent, timeoutMs } = fetchOptionsOf(args, io.env);
  const { requestPage } = await import('@repkit/client/transport');
  // One byte more shows that the page continues.
  const sizes = { maxBytes: MAX_BYTES + 1, maxHeaderBytes: MAX_HEADER_BYTES };
  const limits = { ...timeLimits(timeoutMs), ...sizes };
  const options = { userAgent, limits, guard, proxy: 'environment', ca: [] };
  const signal = io.stopSignal();
  const reply = await checkingProxy(() => requestPage(url, options, signal));
  if (signal.aborted) throw stoppedBy(signal);
  if (reply.kind === 'failure') return { kind: 'failed', why: reply.detail };
  const { status, headers, location, body } = reply;
  return served(status, location, headers, body);
}

function served(
  status: number,
  location: string | undefined,
  headers: ResponseHeaders,
  body: Uint8Array | undefined,
): ServedPage {
  const [contentType] = fieldValues(headers, 'content-type');
  const text = [`status ${status}`, ...(contentType === undefined ? [] : [contentType])].join(', ');
  return { kind: 'response', status, location, contentType, text, response: { headers, body } };
}

/**
 * Reads a response as `curl -i` prints it: of several, such as those of redirects, the last. Throws an InputError if the
 * file cannot be read or is not a response.
 */
export async function readSavedResponse(name: string, url: string, io: Io): Promise<ServedPage> {
  const chunks = name === '-' ? io.stdin() : io.openFile(name);
  let bytes = await readFile(`--response "${name}"`, chunks, MAX_BYTES + 2 * MAX_HEADER_BYTES);
  let fields: string[] = [];
  do {
    const end = /\r?\n\r?\n/.exec(bytes.subarray(0, MAX_HEADER_BYTES).toString('latin1'));
    if (end === null || !isResponse(bytes)) break;
    fields = bytes.subarray(0, end.index).toString('latin1').split(/\r?\n/);
    bytes = bytes.subarray(end.index + end[0].length);
  } while (isResponse(bytes));
  const [, status] = /^HTTP\/[\d.]+ (\d{3})/.exec(fields[0] ?? '') ?? [];
  if (status === undefined) {
    throw new InputError(`--response "${name}" is not an HTTP response. Save one with curl -si ${url}.`);
  }
  const headers = fields.slice(1).flatMap((line): [string, string][] => {
    const colon = line.indexOf(':');
    return colon < 1 ? [] : [[line.slice(0, colon), line.slice(colon + 1).trim()]];
  });
  const [target] = status.startsWith('3') ? fieldValues(headers, 'location') : [];
  const location = target === undefined ? undefined : URL.parse(target, url)?.href;
  const saved = { status: Number(status), headers, body: bytes };
  const body = await savedBody(`--response "${name}"`, saved, url);
  return served(Number(status), location, headers, body);
}

/**
 * Returns the decoded HTML of a page; undefined for other content, and without a page. Throws an InputError if it cannot be
 * decoded or is cut: an unread noindex would count as none.
 */
async function savedBody(label: string, response: SavedResponse, url: string): Promise<Uint8Array | undefined> {
  const { readSavedPage } = await import('@repkit/client/transport');
  const saved = await readSavedPage(response, MAX_BYTES);
  if (saved.kind === 'html') return saved.body;
  if (saved.kind === 'other') return undefined;
  throw new InputError(`The body in ${label} cannot be read: ${saved.detail}. Save the response again with curl -si ${url}.`);
}

function isResponse(bytes: Buffer): boolean {
  return bytes.subarray(0, 5).toString('latin1') === 'HTTP/';
}
