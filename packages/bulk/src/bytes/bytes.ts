/** ASCII bytes by name, and conversions between bytes and text. */
import { Buffer, isUtf8 } from 'node:buffer';

export const TAB = 0x09;
export const LF = 0x0a;
export const CR = 0x0d;
export const SPACE = 0x20;
export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const SLASH = 0x2f;
export const COLON = 0x3a;
export const BACKSLASH = 0x5c;

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
