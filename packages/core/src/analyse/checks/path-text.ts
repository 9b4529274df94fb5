/** The text of a path: what is spelt otherwise than it is compared, and the spelling that means the same. */

import { octetString } from '../../match/octets.js';
import { escapedOctet, escapeOf } from '../../match/percent.js';
import type { TextEdit } from '../diagnostic.js';
import { isRule, type LineContext, replacePiece } from './check.js';

const PERCENT = 0x25;
const STAR = 0x2a;
const SLASH = '/';

/**
 * The value of a rule in the spelling that every crawler reads alike, as far as this dialect compares both as equal:
 * octets that it escapes are escaped, and `*` alone is `/`. Undefined where nothing changes.
 */
export function mendedValue(context: LineContext): TextEdit | undefined {
  const { record, octets, valueStart: start, valueEnd: end, tables } = context;
  if (!isRule(record)) return undefined;
  if (isStarAlone(context)) return replacePiece(record, 'value', SLASH);
  const { encodes } = tables.patternForm;
  let mended = '';
  for (let at = start; at < end; at++) {
    const octet = octets[at];
    const isStray = octet === PERCENT && !startsEscape(octets, at, end);
    const isEncoded = octet !== PERCENT && encodes[octet] === 1;
    mended +=
      isEncoded || (isStray && encodes[octet] === 1) ? escapeOf(octet) : String.fromCharCode(octet);
  }
  if (mended === octetString(octets, start, end)) return undefined;
  // What this dialect leaves as it is may hold octets that are no text of their own.
  return isAscii(mended) ? replacePiece(record, 'value', mended) : undefined;
}

/** Whether the path of a rule is a `*` and nothing else, where that is a wildcard. */
export function isStarAlone(context: LineContext): boolean {
  const { record, octets, valueStart, valueEnd, tables } = context;
  const isOne = isRule(record) && valueEnd === valueStart + 1;
  return isOne && tables.dialect.wildcards && octets[valueStart] === STAR;
}

/** Whether the `%` at a place starts an escape. */
export function startsEscape(octets: Uint8Array, at: number, end: number): boolean {
  return at + 2 < end && escapedOctet(octets[at + 1], octets[at + 2]) >= 0;
}

function isAscii(octets: string): boolean {
  for (let at = 0; at < octets.length; at++) if (octets.charCodeAt(at) > 0x7f) return false;
  return true;
}
