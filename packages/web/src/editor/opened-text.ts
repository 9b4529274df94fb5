/** Decodes an opened file as text and reports invalid bytes. */
import { type BodyEncoding, parseRobotsTxt } from '@repkit/core';

export interface OpenedText {
  /** Includes the UTF-8 byte-order mark, which lint reports. */
  readonly text: string;
  readonly encoding: BodyEncoding;
  /** undefined for valid UTF-8. */
  readonly invalidBytes: InvalidBytes | undefined;
}

interface InvalidBytes {
  readonly count: number;
  /** The first one as it is shown in the text, such as `%E9`, and its line. */
  readonly first: string;
  readonly line: number;
}

/**
 * Decodes bytes as core does. Writes each invalid byte as `%XX`, which matches the same URLs (RFC 9309 2.2.2); U+FFFD would
 * be a different path.
 */
export function readOpened(bytes: Uint8Array<ArrayBuffer>): OpenedText {
  const { encoding } = parseRobotsTxt(bytes);
  if (encoding !== 'utf-8') {
    const text = new TextDecoder(encoding).decode(bytes);
    return { text, encoding, invalidBytes: undefined };
  }
  const whole = asUtf8(bytes);
  if (whole !== undefined) return { text: whole, encoding, invalidBytes: undefined };
  return { encoding, ...withEscapes(bytes) };
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function asUtf8(bytes: Uint8Array<ArrayBuffer>): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

function withEscapes(bytes: Uint8Array<ArrayBuffer>): Pick<OpenedText, 'text' | 'invalidBytes'> {
  const pieces: string[] = [];
  let invalidBytes: InvalidBytes | undefined;
  let copied = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = characterLength(bytes, at);
    if (length > 0) {
      at += length;
      continue;
    }
    const escaped = `%${(bytes[at] ?? 0).toString(16).toUpperCase()}`;
    pieces.push(asUtf8(bytes.subarray(copied, at)) ?? '', escaped);
    invalidBytes ??= { count: 0, first: escaped, line: lineOf(pieces.join('')) };
    invalidBytes = { ...invalidBytes, count: invalidBytes.count + 1 };
    copied = ++at;
  }
  pieces.push(asUtf8(bytes.subarray(copied)) ?? '');
  return { text: pieces.join(''), invalidBytes };
}

/** Returns the length of the UTF-8 character at a position, or 0 if it is invalid (The Unicode Standard, table 3-7). */
function characterLength(bytes: Uint8Array, at: number): number {
  const [lead = 0, second = 0] = bytes.subarray(at, at + 2);
  if (lead < 0x80) return 1;
  const length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
  const least = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const most = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  if (length === 0 || second < least || second > most) return 0;
  const others = bytes.subarray(at + 2, at + length);
  const isWhole = others.length === length - 2 && others.every((byte) => byte >> 6 === 0b10);
  return isWhole ? length : 0;
}

function lineOf(before: string): number {
  return before.split(/\r\n?|\n/).length;
}
