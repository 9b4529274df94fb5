/** What a file contains. Not part of the checks, because commands need it without linting. */

import { table } from '../dialect/compiled-dialect.js';
import { bodyOf } from '../file/internal.js';
import { parseRobotsTxt, type RobotsTxt } from '../file/robots-txt.js';
import { textOf } from '../syntax/source-text.js';
import { CR, DELETE, FF, LF, SPACE, TAB } from '../util/bytes.js';
import { memoizeByObject } from '../util/memoize-by-object.js';

/** The kind of content of a body, determined from its bytes. */
export type BodyContent = 'text' | 'html' | 'json' | 'binary' | 'utf-16';

/** Descriptions of content that must be replaced as a whole. */
export const NOT_TEXT = new Map<string, string>([
  ['html', 'an HTML page'],
  ['json', 'JSON'],
  ['binary', 'a binary file'],
] satisfies [BodyContent, string][]);

/**
 * Describes a file that is not a robots.txt, such as "an HTML page". Returns undefined for a robots.txt.
 *
 * @example
 * ```ts
 * import { parseRobotsTxt } from '@repkit/core';
 * import { otherContent } from '@repkit/core/analysis';
 *
 * otherContent(parseRobotsTxt('<!DOCTYPE html><html><title>Home</title></html>')); // 'an HTML page'
 * otherContent(parseRobotsTxt('User-agent: *')); // undefined
 * ```
 */
export function otherContent(robotsTxt: RobotsTxt): string | undefined {
  return NOT_TEXT.get(contentOf(robotsTxt));
}

/**
 * Says why a file must not be rewritten as a robots.txt: a clause such as "is an HTML page" or "contains no known field".
 * Returns undefined for a robots.txt, and for a file without lines.
 *
 * @example
 * ```ts
 * import { parseRobotsTxt } from '@repkit/core';
 * import { foreignContent } from '@repkit/core/analysis';
 *
 * foreignContent(parseRobotsTxt('#!/bin/sh\nexit 0')); // 'contains no known field'
 * foreignContent(parseRobotsTxt('User-agent: *')); // undefined
 * ```
 */
export function foreignContent(robotsTxt: RobotsTxt): string | undefined {
  const other = otherContent(robotsTxt);
  if (other !== undefined) return `is ${other}`;
  const lines = robotsTxt.records.filter(({ kind }) => kind !== 'blank' && kind !== 'comment');
  // Unknown fields alone may be those of another crawler.
  const isStrange = lines.some(({ kind, field }) => kind === 'invalid' || !/^[\w -]*$/.test(field?.text ?? ''));
  const isUnknown = lines.every(({ kind }) => kind === 'unknown' || kind === 'invalid');
  return isStrange && isUnknown ? 'contains no known field' : undefined;
}

/**
 * Returns the limit at which a file was cut: the parsing limit in `bytes`, or that of its dialect on `rules`. Undefined for a
 * file that was read to its end.
 *
 * @example
 * ```ts
 * import { parseRobotsTxt } from '@repkit/core';
 * import { exceededLimit } from '@repkit/core/analysis';
 *
 * const text = `User-agent: *\n${'Disallow: /a\n'.repeat(3000)}`;
 * exceededLimit(parseRobotsTxt(text, { dialect: 'yandex' })); // 'rules'
 * exceededLimit(parseRobotsTxt(text)); // undefined
 * ```
 */
export function exceededLimit(robotsTxt: RobotsTxt): 'bytes' | 'rules' | undefined {
  if (!robotsTxt.truncated) return undefined;
  const body = bodyOf(robotsTxt);
  const dialect = { ...robotsTxt.dialect, maxRules: Number.POSITIVE_INFINITY };
  const withAllRules = parseRobotsTxt(body.wholeSource(), { dialect, maxBytes: body.limit });
  return body.end < bodyOf(withAllRules).end ? 'rules' : 'bytes';
}

/** Bytes to inspect at the start of a file. */
const INSPECTED_BYTES = 65_536;

const HTML = /^\uFEFF?\s*<(?:!doctype html|html|head|body|\?xml)[\s>]/i;

/** A bracket may end the first line. */
const JSON_START = /^\uFEFF?\s*(?:\{[^\S\r\n]*(?:["}\r\n]|$)|\[[^\S\r\n]*(?:["{\]\r\n]|$))/;

/** Returns what the body contains. Linear in the first 64 KiB. */
export const contentOf = memoizeByObject((robotsTxt: RobotsTxt): BodyContent => {
  const body = bodyOf(robotsTxt);
  const bytes = body.bytes();
  const text = textOf(bytes, body.start, Math.min(body.end, body.start + INSPECTED_BYTES));
  if (HTML.test(text)) return 'html';
  if (JSON_START.test(text)) return 'json';
  return contentOfBytes(bytes, body.start, body.end);
});

/** Control bytes that text does not contain. Excludes 0x80 to 0x9f, which occur in the UTF-8 of many letters. */
const CONTROLS = table((byte) => {
  const isWhite = byte === TAB || byte === LF || byte === FF || byte === CR;
  return byte === DELETE || (byte < SPACE && !isWhite);
});

/** If the first bytes contain no control character and the rest no NUL, the file is text. */
const QUICK_CHECK_BYTES = 256;
/** Fewer controls are reported line by line. */
const MIN_CONTROLS = 8;
/** In random or compressed bytes, about 29 of 256 are controls. */
const BYTES_PER_CONTROL = 16;
/** In UTF-16, the NULs of ASCII characters are all at even or all at odd offsets; few other characters have one. */
const NULS_ON_ONE_SIDE = 8;
/** Comments may be in any script, but records are ASCII: at least this share of the text. */
const CHARACTERS_PER_NUL = 4;

/**
 * Classifies the bytes from start to end. Detects UTF-16 without a byte-order mark or in a dialect that ignores the
 * mark. Linear in the first 64 KiB.
 */
export function contentOfBytes(bytes: Uint8Array, start: number, end: number): Exclude<BodyContent, 'html' | 'json'> {
  const all = bytes.subarray(start, Math.min(end, start + INSPECTED_BYTES));
  const first = all.subarray(0, QUICK_CHECK_BYTES);
  if (!all.includes(0) && !first.some((byte) => CONTROLS[byte] === 1)) return 'text';
  // Trailing NULs come from block-wise copies or crashes, and are reported as one bad line.
  const content = all.subarray(0, all.findLastIndex((byte) => byte !== 0) + 1);
  if (content.length === 0) return all.length < MIN_CONTROLS ? 'text' : 'binary';
  const nuls: [number, number] = [0, 0];
  let controls = 0;
  for (let at = 0; at < content.length; at++) {
    controls += CONTROLS[content[at]];
    if (content[at] === 0) nuls[at & 1]++;
  }
  if (controls < MIN_CONTROLS || controls * BYTES_PER_CONTROL < content.length) return 'text';
  const [fewer, more] = nuls.sort((a, b) => a - b);
  const isSided = more >= MIN_CONTROLS && more >= fewer * NULS_ON_ONE_SIDE;
  return isSided && more * 2 * CHARACTERS_PER_NUL >= content.length ? 'utf-16' : 'binary';
}
