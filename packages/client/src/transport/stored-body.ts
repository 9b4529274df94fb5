/** Decides what a body is that a program saved together with its header fields. */

import { isUtf8 } from 'node:buffer';
import { inflateRawSync, inflateSync } from 'node:zlib';
import { TransportError } from './failure.js';
import { type BodyHeaders, type BodyResult, isPlainText, receiveBody } from './received-body.js';

/**
 * Reads a saved body as `receiveBody` does, with two additions. Programs that save responses often decode the body and keep
 * the field, as `curl --compressed -i` does: a body that cannot be decoded but is UTF-8 text is that text. And other programs
 * request `deflate`, so it is decoded. Never rejects because of the content.
 *
 * @example
 * ```ts
 * import { gzipSync } from 'node:zlib';
 * import { receiveStoredBody } from '@repkit/client/transport';
 *
 * const saved = gzipSync('User-agent: *\n').subarray(0, 20);
 * const { kind } = await receiveStoredBody(saved, { contentEncoding: 'gzip' }, 512_000);
 * kind; // 'unreadable'
 * ```
 */
export async function receiveStoredBody(bytes: Uint8Array, headers: BodyHeaders, maxBytes: number): Promise<BodyResult> {
  const { contentEncoding, contentType } = headers;
  const isDeflate = contentEncoding?.trim().toLowerCase() === 'deflate';
  const inflated = isDeflate ? inflate(bytes, maxBytes) : undefined;
  const result = await (inflated === undefined
    ? received(bytes, headers, maxBytes)
    : received(inflated, { contentType }, maxBytes));
  const isDecoded = result.kind === 'unreadable' && isPlainText(bytes) && isUtf8(bytes);
  return isDecoded ? await received(bytes, { contentType }, maxBytes) : result;
}

async function received(bytes: Uint8Array, headers: BodyHeaders, maxBytes: number): Promise<BodyResult> {
  try {
    return await receiveBody([bytes], headers, maxBytes);
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    return { kind: 'unreadable', detail: error.message };
  }
}

/** Returns undefined if the bytes are not deflate, or decode to more than is stored. */
function inflate(bytes: Uint8Array, maxBytes: number): Uint8Array | undefined {
  // RFC 9110 8.4.1.2 requires the zlib format (method 8, RFC 1950 2.2), but some servers send a bare deflate stream.
  const decode = ((bytes[0] ?? 0) & 0x0f) === 8 ? inflateSync : inflateRawSync;
  try {
    return bytes.length === 0 ? undefined : decode(bytes, { maxOutputLength: maxBytes });
  } catch {
    return undefined;
  }
}
