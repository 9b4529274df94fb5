/** A reader's file as text, and what of it is no text. */
import { type BodyEncoding, parseRobotsTxt } from '@repkit/core';

export interface OpenedText {
  /** With the byte-order mark of UTF-8, if it has one: that is a finding of its own. */
  readonly text: string;
  readonly encoding: BodyEncoding;
  /** Bytes that are not UTF-8; undefined where all are. */
  readonly strange: StrangeBytes | undefined;
}

interface StrangeBytes {
  readonly count: number;
  /** The first one as it stands in the text, such as `%E9`, and its line. */
  readonly first: string;
  readonly line: number;
}

/**
 * Reads bytes as core does. One that is not UTF-8 stands in the text as `%XX`: rules compare it alike (RFC 9309 2.2.2),
 * where U+FFFD in its place would be another path. Linear in the bytes.
 */
export function readOpened(bytes: Uint8Array<ArrayBuffer>): OpenedText {
  const { encoding } = parseRobotsTxt(bytes);
  if (encoding !== 'utf-8') {
    const text = new TextDecoder(encoding).decode(bytes);
    return { text, encoding, strange: undefined };
  }
  const whole = asUtf8(bytes);
  if (whole !== undefined) return { text: whole, encoding, strange: undefined };
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

function withEscapes(bytes: Uint8Array<ArrayBuffer>): Pick<OpenedText, 'text' | 'strange'> {
  const pieces: string[] = [];
  let strange: StrangeBytes | undefined;
  let copied = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = characterLength(bytes, at);
    if (length > 0) {
      at += length;
      continue;
    }
    const escaped = `%${(bytes[at] ?? 0).toString(16).toUpperCase()}`;
    pieces.push(asUtf8(bytes.subarray(copied, at)) ?? '', escaped);
    strange ??= { count: 0, first: escaped, line: lineOf(pieces.join('')) };
    strange = { ...strange, count: strange.count + 1 };
    copied = ++at;
  }
  pieces.push(asUtf8(bytes.subarray(copied)) ?? '');
  return { text: pieces.join(''), strange };
}

/** Bytes of the character that begins here; 0 where none does (The Unicode Standard, table 3-7). */
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
