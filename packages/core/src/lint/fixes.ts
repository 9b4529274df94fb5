/** Applies the fixes of diagnostics to a body. */
import { CR, joinBytes, LF } from '../util/bytes.js';
import type { Diagnostic } from './diagnostic.js';

/** Inserted if deleting text would merge a CR and an LF into one line break. */
const LINE_FEED = Uint8Array.of(LF);

/**
 * Returns the body with all fixes applied. If two overlap, applies the one that starts first, or the longer one if both
 * start together. Fixes preserve every verdict of the dialect used for parsing, except those of `allow-too-short` and
 * `drops-everyones-rules`, whose purpose is to make ineffective rules apply.
 * Throws a RangeError for a fix outside the body.
 *
 * @example
 * ```ts
 * import { parseRobotsTxt } from '@repkit/core';
 * import { applyFixes, lint } from '@repkit/core/analysis';
 *
 * const body = 'User-agent: *\nDissallow: /private/\n';
 * applyFixes(body, lint(parseRobotsTxt(body))); // 'User-agent: *\nDisallow: /private/\n'
 * ```
 */
export function applyFixes(body: string, diagnostics: readonly Diagnostic[]): string;
export function applyFixes(body: Uint8Array, diagnostics: readonly Diagnostic[]): Uint8Array;
export function applyFixes(body: string | Uint8Array, diagnostics: readonly Diagnostic[]): string | Uint8Array {
  const edits = diagnostics.flatMap(({ fix }) => fix ?? []);
  edits.sort(({ span: a }, { span: b }) => a.start - b.start || b.end - a.end);
  if (edits.length === 0) return body;
  const encoder = new TextEncoder();
  const bytes = typeof body === 'string' ? encoder.encode(body) : body;
  const pieces: Uint8Array[] = [];
  let at = 0;
  /** The last byte written. */
  let last: number | undefined;
  for (const { span, replacement } of edits) {
    if (span.end > bytes.length)
      throw new RangeError('A fix is outside the body. Pass the body that the diagnostics were created from.');
    if (span.start < at) continue;
    const unchanged = bytes.subarray(at, span.start);
    const added = encoder.encode(replacement);
    pieces.push(unchanged, added);
    at = span.end;
    last = added.at(-1) ?? unchanged.at(-1) ?? last;
    if (last === CR && bytes[at] === LF) {
      pieces.push(LINE_FEED);
      last = LF;
    }
  }
  pieces.push(bytes.subarray(at));
  const fixed = joinBytes(pieces);
  // Without `ignoreBOM`, the decoder would drop a byte-order mark.
  return typeof body === 'string' ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(fixed) : fixed;
}
