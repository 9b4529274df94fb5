/** Reads an opened file as text and reports invalid bytes. */
import { type BodyEncoding, parseRobotsTxt } from '@repkit/core';
import { filePieces } from './file-pieces.js';

export interface OpenedText {
  /** Includes the UTF-8 byte-order mark, which lint reports. */
  readonly text: string;
  readonly encoding: BodyEncoding;
  /** undefined for valid UTF-8. */
  readonly invalidLines: InvalidLines | undefined;
}

interface InvalidLines {
  readonly count: number;
  /** The number of the first one. */
  readonly first: number;
}

/** Reads a file, unpacked if it is gzip, as large sitemaps are. Rejects if it cannot be read, is damaged or ends early. */
export async function readBytes(file: Blob, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | 'too-large'> {
  if (file.size > maxBytes) return 'too-large';
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const piece of filePieces(file)) {
    size += piece.length;
    // A few bytes can expand to gigabytes.
    if (size > maxBytes) return 'too-large';
    pieces.push(piece);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

/**
 * Decodes bytes as core does. In lines that are not valid UTF-8, writes each byte outside ASCII as `%XX`, which matches the same
 * URLs (RFC 9309 2.2.2); U+FFFD would be a different path.
 */
export function readOpened(bytes: Uint8Array<ArrayBuffer>): OpenedText {
  const { encoding } = parseRobotsTxt(bytes);
  if (encoding !== 'utf-8') {
    const text = new TextDecoder(encoding).decode(bytes);
    return { text, encoding, invalidLines: undefined };
  }
  const whole = asUtf8(bytes);
  if (whole !== undefined) return { text: whole, encoding, invalidLines: undefined };
  return { encoding, ...withEscapes(bytes) };
}

/**
 * Replaces the text of a response by that of the bytes of the file in base64, so that its rules match the same URLs as those of
 * an opened file.
 */
export function withExactText<Fetched>(response: Fetched, base64: string): Fetched & { text: string; opened: OpenedText } {
  const opened = readOpened(Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0)));
  return { ...response, text: opened.text, opened };
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function asUtf8(bytes: Uint8Array<ArrayBuffer>): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

const LINE_ENDS: ReadonlySet<number | undefined> = new Set([0x0a, 0x0d]);

function withEscapes(bytes: Uint8Array<ArrayBuffer>): Pick<OpenedText, 'text' | 'invalidLines'> {
  const lines: string[] = [];
  let invalidLines: InvalidLines | undefined;
  let start = 0;
  for (let end = 1; end <= bytes.length; end++) {
    if (end < bytes.length && !LINE_ENDS.has(bytes[end - 1])) continue;
    const line = bytes.subarray(start, end);
    start = end;
    const text = asUtf8(line);
    if (text === undefined) {
      invalidLines ??= { count: 0, first: lines.join('').split(/\r\n?|\n/).length };
      invalidLines = { ...invalidLines, count: invalidLines.count + 1 };
    }
    lines.push(text ?? Array.from(line, escaped).join(''));
  }
  return { text: lines.join(''), invalidLines };
}

function escaped(byte: number): string {
  return byte < 0x80 ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase()}`;
}
