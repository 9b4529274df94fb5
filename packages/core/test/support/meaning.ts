/** The meaning of a robots.txt without its formatting: groups, rules in order, and other records. */

import { parseRobotsTxt, type RobotsTxt } from '../../src/index.js';

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Whether a product token, given as one character per byte, can name a crawler. */
function isUtf8(token: string): boolean {
  try {
    decoder.decode(Uint8Array.from(token, (character) => character.charCodeAt(0)));
    return true;
  } catch {
    return false;
  }
}

/** Invalid UTF-8 has no unique text form. */
const NOT_ASCII = /[^\0-\x7F]+/g;

export interface Meaning {
  readonly groups: readonly {
    readonly tokens: readonly string[];
    readonly rules: readonly string[];
  }[];
  readonly others: readonly string[];
}

export function meaningOf(robotsTxt: RobotsTxt): Meaning {
  const { groups, otherRecords } = robotsTxt;
  return {
    groups: groups.map(({ productTokens, rules }) => ({
      tokens: productTokens.filter(isUtf8),
      rules: rules.map(({ kind, canonicalPattern, usable }) => `${kind} ${canonicalPattern} ${usable}`),
    })),
    others: otherRecords.map(({ field, value, groupIndex }) => `${groupIndex} ${field} ${value.replaceAll(NOT_ASCII, '?')}`),
  };
}

/** The same for a text, under another file's dialect. */
export function meaningOfText(text: string, { dialect }: RobotsTxt): Meaning {
  return meaningOf(parseRobotsTxt(text, { dialect }));
}
