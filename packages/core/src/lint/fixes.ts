/** Fixes: the text edits of diagnostics, applied to the body that they are about. */
import { CR, LF } from '../bytes.js';
import type { Diagnostic, TextEdit } from './diagnostic.js';

/** Where what stood between them goes, a CR and an LF that ended two lines would end one: it goes between. */
const LINE_FEED = Uint8Array.of(LF);

/**
 * The body with the fixes of its diagnostics applied; those without one are left alone, and of two that overlap only the
 * longer one that begins first is applied. Every fix keeps every verdict of the dialect in which the body was read.
 * Throws a RangeError where a fix lies outside of the body: it is then that of another one.
 */
export function applyFixes(body: string, diagnostics: readonly Diagnostic[]): string;
export function applyFixes(body: Uint8Array, diagnostics: readonly Diagnostic[]): Uint8Array;
export function applyFixes(
  body: string | Uint8Array,
  diagnostics: readonly Diagnostic[],
): string | Uint8Array {
  const edits = diagnostics.flatMap(({ fix }) => fix ?? []).sort(byPlace);
  if (edits.length === 0) return body;
  const encoder = new TextEncoder();
  const bytes = typeof body === 'string' ? encoder.encode(body) : body;
  const pieces: Uint8Array[] = [];
  let at = 0;
  for (const { span, replacement } of edits) {
    if (span.end > bytes.length)
      throw new RangeError(
        'A fix is outside the body. Pass the body that the diagnostics were created from.',
      );
    if (span.start < at) continue;
    pieces.push(bytes.subarray(at, span.start), encoder.encode(replacement));
    at = span.end;
    if (bytes[at] === LF && lastOf(pieces) === CR) pieces.push(LINE_FEED);
  }
  pieces.push(bytes.subarray(at));
  const fixed = joinBytes(pieces);
  // A lone byte-order mark would be dropped without `ignoreBOM`, and whoever gave it has not asked for that.
  return typeof body === 'string'
    ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(fixed)
    : fixed;
}

/** The last byte of all pieces; undefined where there is none. */
function lastOf(pieces: readonly Uint8Array[]): number | undefined {
  return pieces.findLast(({ length }) => length > 0)?.at(-1);
}

/** In the order of their places; of two that begin at one place the longer one first. */
function byPlace({ span: one }: TextEdit, { span: other }: TextEdit): number {
  return one.start - other.start || other.end - one.end;
}

/** The pieces as one array. */
export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
