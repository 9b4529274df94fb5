/** Checks of user-agent lines. */
import { compileDialect } from '../../dialect/compiled-dialect.js';
import { isLabel } from '../../file/label.js';
import type { RobotsTxt } from '../../file/robots-txt.js';
import { STAR_TOKEN } from '../../match/token-input.js';
import { memoizeByObject } from '../../util/memoize-by-object.js';
import { editDistance } from '../nearest-name.js';
import {
  type FileFinding,
  groupCheck,
  isSameName,
  type LineFinding,
  lineCheck,
  namesInWords,
  quoted,
  spanOf,
  writtenValue,
} from './check.js';
import { byLowerCase, FORMER_NAMES, GOOGLE_TOKENS, NEARBY_TOKENS, WELL_KNOWN_CRAWLERS } from './crawler-names.js';
import { tokenIn, tokenLinesOf } from './groups.js';
import type { Line } from './line.js';
import { mistakeIn } from './path-mistakes.js';

/** Facts that checks of user-agent lines share. */
const OF_USER_AGENTS = {
  about: 'value',
  clause: 'RFC 9309 2.2.1',
  kinds: ['user-agent'],
} as const;
const REPLACEMENT_CHARACTER = '\uFFFD';
/** The version of a product in a User-Agent header, or stars instead of it. */
const VERSION = /^(?:\/\S*|\*+)$/;

function nameOn({ value, file }: Line): string {
  return tokenIn(value, file.tables);
}

export const unusableProductToken = lineCheck({
  ...OF_USER_AGENTS,
  code: 'unusable-product-token',
  severity: 'error',
  title: 'Invalid product token',
  description: 'The user-agent line contains no product token and matches no crawler.',
  find: (line) =>
    nameOn(line) === '' &&
    `${quoted(line.value)} is not a product token, so this line matches no crawler. Write a name such as "Googlebot", or "*".`,
});

export const productTokenCut = lineCheck({
  ...OF_USER_AGENTS,
  code: 'product-token-cut',
  fixable: true,
  title: 'Truncated product token',
  description:
    'Only part of the value, which names a well-known crawler, is used as the product token. The fix removes a version.',
  find: (line) => {
    const name = nameOn(line);
    return name !== '' && !isLabel(name) && ignoredRest(name, line);
  },
});

/** The start of a browser's User-Agent header, or a crawler's comment in one. */
const IS_HEADER = /^Mozilla\/|\(compatible[;)]/i;
/** Characters that separate the products of a User-Agent header or the items of a list. */
const SEPARATORS = /[\s,;()/|]+/;
/** Only this many characters of a value are searched for crawlers. User-Agent headers are shorter. */
const LONGEST_SEARCHED = 512;

const CRAWLERS_IN_TEXT = byLowerCase([...WELL_KNOWN_CRAWLERS, ...NEARBY_TOKENS, ...GOOGLE_TOKENS]);

/** Returns the names of the well-known crawlers in a text, as their operators spell them. */
function crawlersIn(text: string): readonly string[] {
  const words = text.slice(0, LONGEST_SEARCHED).toLowerCase().split(SEPARATORS);
  return [...new Set(words.flatMap((word) => CRAWLERS_IN_TEXT.get(word) ?? []))];
}

/** Returns the crawler whose name was written in several words: `Google Extended`. */
function joinedName(text: string): string | undefined {
  const words = text.slice(0, LONGEST_SEARCHED).toLowerCase().split(/\s+/);
  return words.length === 1 ? undefined : (CRAWLERS_IN_TEXT.get(words.join('-')) ?? CRAWLERS_IN_TEXT.get(words.join('')));
}

function ignoredRest(name: string, line: Line): LineFinding {
  const written = line.value;
  const rest = written.slice(name.length);
  if (rest === '') return undefined;
  const crawlers = crawlersIn(written);
  if (IS_HEADER.test(written) && crawlers.length > 0) {
    return `${quoted(written)} is a User-Agent header, of which most crawlers read only ${quoted(name)}. Write the product token: ${namesInWords(crawlers, { conjunction: 'or' })}.`;
  }
  if (crawlers.length > 1 && isSameName(crawlers[0], name)) {
    return `Most crawlers read only ${quoted(name)} of ${quoted(written)}. Write one user-agent line each for ${namesInWords(crawlers)}.`;
  }
  if (mistakeIn(rest) === 'field-in-path') {
    return `Crawlers do not see ${quoted(rest.trim())} as a record here. Move it to its own line.`;
  }
  const meant = joinedName(written) ?? (crawlers.length === 1 ? crawlers[0] : undefined);
  if (meant !== undefined && !isSameName(meant, name)) {
    return `Most crawlers read only ${quoted(name)} of ${quoted(written)}. Did you mean ${quoted(meant)}?`;
  }
  if (crawlers.length === 0) return undefined;
  const isText = !name.includes(REPLACEMENT_CHARACTER) && name !== STAR_TOKEN;
  const isOneVersion = VERSION.test(rest) && !namesWithSeveralValues(line.file.robotsTxt).has(name.toLowerCase());
  return {
    message: `Most crawlers read only ${quoted(name)} of ${quoted(written)}. Write one product token per line, without a version.`,
    // Other text may name a second crawler, but a version never does.
    fix: isText && isOneVersion ? line.replace('value', name) : undefined,
  };
}

/**
 * Returns the product tokens, in lower case, that different text follows on different lines. Without that text, the lines
 * would be equal, and one would count as a copy, although other parsers compare the whole value.
 */
const namesWithSeveralValues = memoizeByObject((robotsTxt: RobotsTxt): ReadonlySet<string> => {
  const tables = compileDialect(robotsTxt.dialect);
  const values = new Map<string, string>();
  const several = new Set<string>();
  const walk = robotsTxt.walk();
  while (walk.next()) {
    if (walk.kind !== 'user-agent') continue;
    const value = walk.value.toLowerCase();
    const name = tokenIn(walk.value, tables).toLowerCase();
    if ((values.get(name) ?? value) !== value) several.add(name);
    values.set(name, value);
  }
  return several;
});

/** Endings of well-known names that site owners omit, as in `ChatGPT` and `Google`. */
const ENDINGS = ['bot', '-user'];
/** In a shorter name, one edit often results in the name of another crawler. */
const SHORTEST = 6;
/** From this many characters, two edits are accepted. */
const LONG = 12;

const CANDIDATES = byLowerCase(WELL_KNOWN_CRAWLERS);
const KNOWN_TOKENS = byLowerCase([...WELL_KNOWN_CRAWLERS, ...NEARBY_TOKENS]);

export const misspeltCrawler = groupCheck({
  code: 'misspelt-crawler',
  title: 'Misspelled crawler name',
  description: 'The product token resembles the name of a well-known crawler, which does not follow the group.',
  /**
   * Reports the first user-agent line of each such token, unless the file also names the well-known crawler, which then has
   * its rules. Linear in the names, because it compares only well-known names with the same first letter and similar length.
   */
  find: ({ robotsTxt }) =>
    lostNames(
      robotsTxt,
      (token) => {
        const nearest = nearestCrawler(token);
        return nearest === undefined ? [] : [nearest];
      },
      (token, meant) => `No known crawler is called ${token}, so the group may apply to no crawler. Did you mean ${meant}?`,
    ),
});

export const formerCrawler = groupCheck({
  code: 'former-crawler',
  clause: 'documentation of the crawlers',
  title: 'Obsolete crawler name',
  description:
    'No crawler has this name any more, or it is the name of a company or product, and the file does not name the crawler.',
  find: ({ robotsTxt }) =>
    lostNames(
      robotsTxt,
      (token) => FORMER_NAMES.get(token) ?? [],
      (token, meant) =>
        `${token} is not the name of a crawler of today, so crawlers may not follow this group. Name ${meant} instead.`,
    ),
});

/**
 * Reports names for which `meantBy` returns the crawlers that were probably meant, unless the file names one of these.
 * @param meantBy takes a token in lower case
 */
function lostNames(
  robotsTxt: RobotsTxt,
  meantBy: (token: string) => readonly string[],
  messageAbout: (token: string, meant: string) => string,
): FileFinding[] {
  const byName = tokenLinesOf(robotsTxt);
  const named = new Set(byName.map(([{ token }]) => token.toLowerCase()));
  return byName.flatMap(([{ record, token }]): FileFinding[] => {
    const meant = meantBy(token.toLowerCase());
    if (meant.length === 0 || meant.some((name) => named.has(name.toLowerCase()))) return [];
    // Another check reports names with further text.
    const rest = writtenValue(record).slice(token.length);
    if (rest !== '' && !VERSION.test(rest)) return [];
    const names = namesInWords(meant, { conjunction: 'or' });
    return [{ message: messageAbout(quoted(token), names), span: spanOf(record) }];
  });
}

/**
 * Returns the well-known crawler whose name a product token probably misspells; undefined for names of crawlers, former ones
 * included, and for names that resemble none. Case makes no difference.
 *
 * @example
 * ```ts
 * import { nearestCrawler } from '@repkit/core/analysis';
 *
 * nearestCrawler('Gogglebot'); // 'Googlebot'
 * nearestCrawler('ExampleBot'); // undefined
 * ```
 */
export function nearestCrawler(token: string): string | undefined {
  const folded = token.toLowerCase();
  if (KNOWN_TOKENS.has(folded) || FORMER_NAMES.has(folded)) return undefined;
  const [, nearest] = [...CANDIDATES].find(([candidate]) => isNear(folded, candidate)) ?? [];
  return nearest;
}

function isNear(token: string, name: string): boolean {
  if (ENDINGS.some((ending) => token + ending === name)) return true;
  const maxEdits = name.length >= LONG ? 2 : 1;
  return (
    name.length >= SHORTEST &&
    token.length >= SHORTEST &&
    Math.abs(token.length - name.length) <= maxEdits &&
    // People rarely get the first letter wrong; "Pingbot" is another crawler.
    token[0] === name[0] &&
    editDistance(token, name) <= maxEdits
  );
}
