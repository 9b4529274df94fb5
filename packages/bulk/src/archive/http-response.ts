/** The HTTP response in a record: its status, and its body without transfer and content codings. */
import { Buffer } from 'node:buffer';
import {
  brotliDecompressSync,
  constants,
  gunzipSync,
  inflateRawSync,
  inflateSync,
} from 'node:zlib';
import { MOST_RECORD_BYTES } from './entry.js';

export interface HttpResponse {
  readonly status: number;
  readonly location: string | undefined;
  readonly body: Buffer;
}

const STATUS_LINE = /^HTTP\/\d(?:\.\d)? +(\d{3})(?: |$)/;
const FIELD = /^(content-encoding|transfer-encoding|location)[ \t]*:[ \t]*(.*?)[ \t]*$/i;

/** Undefined where it does not begin as a response does. */
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
  const whole = /chunked/i.test(fields['transfer-encoding'] ?? '') ? withoutChunks(sent) : sent;
  const codings = (fields['content-encoding'] ?? '').toLowerCase().split(',');
  const body = codings.reduceRight((coded, coding) => decoded(coded, coding.trim()), whole);
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

/** RFC 9112 7.1. Archives that have taken the chunks away leave the field: a body that is not in chunks stays as it is. */
function withoutChunks(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    const size = /^([\da-f]{1,8})[ \t]*(?:;.*)?$/i.exec(
      lineEnd === -1 ? '' : bytes.toString('latin1', at, Math.min(lineEnd, at + 256)),
    )?.[1];
    if (size === undefined) {
      // What came before the connection broke is worth having.
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

/** RFC 9110 8.4. Archives that have decoded the body leave the field: what is not in the coding stays as it is. */
function decoded(body: Buffer, coding: string): Buffer {
  const decode = DECODERS[coding];
  if (decode === undefined || body.length === 0) return body;
  try {
    return decode(body);
  } catch {
    return body;
  }
}

/** What was received before a connection broke decodes as far as it goes; more than a record may have is not kept. */
const INFLATE = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MOST_RECORD_BYTES };
const BROTLI = {
  finishFlush: constants.BROTLI_OPERATION_FLUSH,
  maxOutputLength: MOST_RECORD_BYTES,
};

const DECODERS: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: (body) => gunzipSync(body, INFLATE),
  'x-gzip': (body) => gunzipSync(body, INFLATE),
  br: (body) => brotliDecompressSync(body, BROTLI),
  // RFC 9110 8.4.1.2: the zlib format, but some servers send the bare stream; RFC 1950 2.2: the method is 8.
  deflate: (body) =>
    ((body[0] ?? 0) & 0x0f) === 8 ? inflateSync(body, INFLATE) : inflateRawSync(body, INFLATE),
};
