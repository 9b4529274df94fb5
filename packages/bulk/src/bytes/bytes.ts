/** ASCII bytes by name, and conversions between bytes and text. */
import { Buffer, isUtf8 } from 'node:buffer';

export const TAB = 0x09;
export const LF = 0x0a;
export const CR = 0x0d;
export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const SLASH = 0x2f;
export const COLON = 0x3a;

const NON_ASCII = /[\x80-\xff]/;

/** Returns a Buffer over the same memory. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** Decodes text with one character per byte; undefined if it is not UTF-8. */
export function utf8Text(bytes: string): string | undefined {
  if (!NON_ASCII.test(bytes)) return bytes;
  const buffer = bytesOf(bytes);
  return isUtf8(buffer) ? buffer.toString() : undefined;
}

/** Encodes text as UTF-8 with one character per byte. */
export function byteText(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** Converts text with one character per byte to bytes. */
export function bytesOf(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

/** Concatenates in memory of its own, which can be transferred to another thread; that of `Buffer.concat` may be shared. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = Buffer.allocUnsafeSlow(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
