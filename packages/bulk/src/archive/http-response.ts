/** Parses HTTP responses in records and removes transfer and content codings. */
import { Buffer } from 'node:buffer';
import { MIN_PARSING_LIMIT_BYTES } from '@repkit/core';
import { CR, LF } from '../bytes/bytes.js';
import { MAX_RECORD_BYTES } from './entry.js';

export interface HttpResponse {
  readonly status: number;
  readonly location: string | undefined;
  /** In UTF-8; empty if it is unreadable. */
  readonly body: Uint8Array;
  /** What the body was converted from. */
  readonly charset: string;
  /** Why the body of a successful response is not known up to the parsing limit: a clause without a period. */
  readonly unreadable: string | undefined;
}

const STATUS_LINE = /^HTTP\/\d(?:\.\d)? +(\d{3})(?: |$)/;
const FIELD = /^(content-(?:encoding|length|type)|transfer-encoding|location)[ \t]*:(.*)$/i;

/**
 * Returns undefined if the bytes do not start with a status line.
 *
 * @param isCut whether the archive does not have the end of the response
 */
export async function readHttpResponse(bytes: Buffer, isCut: boolean): Promise<HttpResponse | undefined> {
  const { head, bodyStart } = headOf(bytes);
  // RFC 9112 5.2: a line that starts with white space continues the field above.
  const [first = '', ...lines] = head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const statusText = STATUS_LINE.exec(first)?.[1];
  if (statusText === undefined) return undefined;
  const status = Number(statusText);
  const fields: Record<string, string> = {};
  for (const line of lines) {
    const [, name = '', value = ''] = FIELD.exec(line) ?? [];
    if (name !== '') fields[name.toLowerCase()] = value.trim();
  }
  const { location } = fields;
  const { body, charset = 'utf-8', detail, isWhole } = await bodyOf(bytes.subarray(bodyStart), fields);
  // Beyond the parsing limit nothing counts (RFC 9309 2.5). Without success, no rules are in the body.
  const isKnown = body.length >= MIN_PARSING_LIMIT_BYTES || status < 200 || status > 299;
  const cut = isCut || !isWhole ? 'the body ends too early' : undefined;
  return { status, location, body, charset, unreadable: isKnown ? undefined : (detail ?? cut) };
}

interface DecodedBody {
  readonly body: Uint8Array;
  readonly charset?: string;
  /** Why it cannot be decoded. */
  readonly detail?: string;
  /** Whether as much was sent as announced. */
  readonly isWhole: boolean;
}

async function bodyOf(sent: Buffer, fields: Readonly<Record<string, string>>): Promise<DecodedBody> {
  const isChunked = /chunked/i.test(fields['transfer-encoding'] ?? '');
  const { content, isWhole } = isChunked ? removeChunking(sent) : { content: sent, isWhole: isWholeLength(sent, fields) };
  if (content.length === 0) return { body: content, isWhole };
  // Loaded on demand, because most runs read no WARC file.
  const { receiveStoredBody } = await import('@repkit/client/transport');
  const headers = {
    contentEncoding: fields['content-encoding'],
    contentType: fields['content-type'],
  };
  let result = await receiveStoredBody(content, headers, MAX_RECORD_BYTES);
  // The part before the limit may be readable.
  if (result.kind === 'unreadable' && content.length > MIN_CODED_BYTES) {
    result = await receiveStoredBody(content, headers, MIN_PARSING_LIMIT_BYTES);
  }
  return result.kind === 'text'
    ? { body: result.body.bytes, charset: result.body.charset.name, isWhole }
    : { body: new Uint8Array(), detail: result.detail, isWhole };
}

/** Fewer bytes decode to less than the parsing limit: deflate expands by at most a factor of about 1,000. */
const MIN_CODED_BYTES = MIN_PARSING_LIMIT_BYTES / 1100;

/** An archive that decodes bodies may keep the length of the coded ones. */
function isWholeLength(sent: Uint8Array, fields: Readonly<Record<string, string>>): boolean {
  const { 'content-encoding': coding = '', 'content-length': length = '' } = fields;
  return coding !== '' || !/^\d+$/.test(length) || sent.length >= Number(length);
}

/** Line ends may lack the carriage return (RFC 9112 2.2). */
function headOf(bytes: Buffer): { head: string; bodyStart: number } {
  for (let end = bytes.indexOf(LF); end !== -1; end = bytes.indexOf(LF, end + 1)) {
    const next = bytes[end + 1] === CR ? end + 2 : end + 1;
    if (bytes[next] !== LF) continue;
    return { head: bytes.toString('latin1', 0, end + 1), bodyStart: next + 1 };
  }
  return { head: bytes.toString('latin1'), bodyStart: bytes.length };
}

/** RFC 9112 7.1. Some archives remove the chunking but keep the field, so an unchunked body is returned unchanged. */
function removeChunking(bytes: Buffer): { content: Buffer; isWhole: boolean } {
  const parts: Buffer[] = [];
  let isWhole = false;
  for (let at = 0; at < bytes.length; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    const size = /^([\da-f]{1,8})[ \t]*(?:;.*)?$/i.exec(
      lineEnd === -1 ? '' : bytes.toString('latin1', at, Math.min(lineEnd, at + 256)),
    )?.[1];
    if (size === undefined) {
      if (parts.length === 0) return { content: bytes, isWhole: true };
      break;
    }
    const length = Number.parseInt(size, 16);
    isWhole = length === 0;
    if (isWhole) break;
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + length));
    at = lineEnd + 2 + length + 2;
  }
  return { content: Buffer.concat(parts), isWhole: isWhole || bytes.length === 0 };
}
