/** What a robots.txt says, without how it is written: groups, rules in order, and other records. */

import { parseRobotsTxt, type RobotsTxt } from '../../src/index.js';

/** Bytes that are not UTF-8 have no one spelling as text. */
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
      tokens: productTokens.map((token) => token.replaceAll(NOT_ASCII, '?')),
      rules: rules.map(
        ({ kind, canonicalPattern, usable }) => `${kind} ${canonicalPattern} ${usable}`,
      ),
    })),
    others: otherRecords.map(
      ({ field, value, groupIndex }) =>
        `${groupIndex} ${field} ${value.replaceAll(NOT_ASCII, '?')}`,
    ),
  };
}

/** The same for a text, under the dialect of another file. */
export function meaningOfText(text: string, { dialect }: RobotsTxt): Meaning {
  return meaningOf(parseRobotsTxt(text, { dialect }));
}
