/** Parses HTTP responses in records and removes transfer and content codings. */
import { Buffer } from 'node:buffer';
import {
  brotliDecompressSync,
  constants,
  gunzipSync,
  inflateRawSync,
  inflateSync,
} from 'node:zlib';
import { MAX_RECORD_BYTES } from './entry.js';

export interface HttpResponse {
  readonly status: number;
  readonly location: string | undefined;
  readonly body: Buffer;
}

const STATUS_LINE = /^HTTP\/\d(?:\.\d)? +(\d{3})(?: |$)/;
const FIELD = /^(content-encoding|transfer-encoding|location)[ \t]*:[ \t]*(.*?)[ \t]*$/i;

/** Returns undefined if the bytes do not start with a status line. */
export function readHttpResponse(bytes: Buffer): HttpResponse | undefined {
  const { head, bodyStart } = headOf(bytes);
  const [first = '', ...lines] = head.split(/\r?\n/);
  const status = STATUS_LINE.exec(first)?.[1];
  if (status === undefined) return undefined;
  const fields: Record<string, string> = {};
  for (const line of lines) {
    const [, name = '', value = ''] = FIELD.exec(line) ?? [];
    if (name !== '') fields[name.toLowerCase()] = value;
  }
  const sent = bytes.subarray(bodyStart);
  const unchunked = /chunked/i.test(fields['transfer-encoding'] ?? '')
    ? removeChunking(sent)
    : sent;
  const codings = (fields['content-encoding'] ?? '').toLowerCase().split(',');
  const body = codings.reduceRight((coded, coding) => decode(coded, coding.trim()), unchunked);
  return { status: Number(status), location: fields.location, body };
}

function headOf(bytes: Buffer): { head: string; bodyStart: number } {
  for (const emptyLine of ['\r\n\r\n', '\n\n']) {
    const end = bytes.indexOf(emptyLine);
    if (end === -1) continue;
    return { head: bytes.toString('latin1', 0, end), bodyStart: end + emptyLine.length };
  }
  return { head: bytes.toString('latin1'), bodyStart: bytes.length };
}

/** RFC 9112 7.1. Some archives remove the chunking but keep the field, so an unchunked body is returned unchanged. */
function removeChunking(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    const size = /^([\da-f]{1,8})[ \t]*(?:;.*)?$/i.exec(
      lineEnd === -1 ? '' : bytes.toString('latin1', at, Math.min(lineEnd, at + 256)),
    )?.[1];
    if (size === undefined) {
      // Use the chunks received before the connection broke.
      if (parts.length === 0) return bytes;
      break;
    }
    const length = Number.parseInt(size, 16);
    if (length === 0) break;
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + length));
    at = lineEnd + 2 + length + 2;
  }
  return Buffer.concat(parts);
}

/** RFC 9110 8.4. Some archives decode the body but keep the field, so an undecodable body is returned unchanged. */
function decode(body: Buffer, coding: string): Buffer {
  const decoder = DECODERS[coding];
  if (decoder === undefined || body.length === 0) return body;
  try {
    return decoder(body);
  } catch {
    return body;
  }
}

/** Flushing decodes bodies that were cut when the connection broke. */
const INFLATE = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MAX_RECORD_BYTES };
const BROTLI = {
  finishFlush: constants.BROTLI_OPERATION_FLUSH,
  maxOutputLength: MAX_RECORD_BYTES,
};

const DECODERS: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: (body) => gunzipSync(body, INFLATE),
  'x-gzip': (body) => gunzipSync(body, INFLATE),
  br: (body) => brotliDecompressSync(body, BROTLI),
  // RFC 9110 8.4.1.2 requires the zlib format (method 8, RFC 1950 2.2), but some servers send a bare deflate stream.
  deflate: (body) =>
    ((body[0] ?? 0) & 0x0f) === 8 ? inflateSync(body, INFLATE) : inflateRawSync(body, INFLATE),
};
