/** Rows with the verdicts of the library for the same bytes. */
import { parseRobotsTxt } from '@repkit/core';

export interface Query {
  /** Bytes, or text if the row format has only text. */
  readonly robotsTxt: Uint8Array | string;
  readonly url: string;
  readonly token: string;
}

/** A line (one character per byte, without line break) and its expected verdict. */
export interface Row {
  readonly line: string;
  readonly verdict: string;
}

const RULES = 'User-agent: *\nDisallow: /p\nAllow: /p/q$\n\nUser-agent: GPTBot\nDisallow: /\n';
const MEGABYTE = 1_000_000;

const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const utf8 = (text: string): Uint8Array => Buffer.from(text, 'utf8');

const BODIES: readonly Uint8Array[] = [
  utf8(RULES),
  utf8(''),
  utf8('\n'),
  utf8(RULES.replaceAll('\n', '\r\n')),
  utf8(RULES.replaceAll('\n', '\r')),
  utf8(RULES.replaceAll(': ', '\t:\t').trimEnd()),
  utf8(`\ufeff${RULES}`),
  utf8('User-agent: *\nDisallow: /\\n\nDisallow: /\\\nDisallow: /a\\tb\nAllow: \\N\n'),
  utf8("\\N\nUser-agent: *\nDisallow: /it's\n\b\f\v\0\nDisallow: /p\0q\n"),
  utf8('User-agent: *\nDisallow: /é/日本\nDisallow: /%C3%A9\n'),
  latin1('# caf\xe9\nUser-agent: *\nDisallow: /\xe9\nDisallow: /p\n'),
  latin1(`\xff\xfe${Buffer.from(RULES, 'utf16le').toString('latin1')}`),
  Uint8Array.from({ length: 5000 }, (_, at) => (at * at * 31 + at * 7) % 256),
];

const LARGE_BODIES: readonly Uint8Array[] = [
  utf8(`# ${'x'.repeat(MEGABYTE)}\n${RULES}`),
  utf8(`${RULES}Disallow: /${'x'.repeat(MEGABYTE)}\nDisallow: /z\n`),
  utf8(`User-agent: *\n${'Disallow: /p/*/x\n'.repeat(40_000)}Disallow: /z\n`),
];

const URLS: readonly string[] = [
  ...['/p', '/p/q', '/z', '/', '', '*', 'nonsense', 'p', '//', 'https://', 'mailto:p@example.com'],
  ...['https://example.com/p/x?y#z', 'HTTP://EXAMPLE.COM/%70', 'https://exa mple.com/p'],
  ...['/é/日本', '/\u00e9', '/%c3%a9/x', '/p\tq', '/p\\q', '/\\n', '/p\0q', "/it's", '\\N', '/p\r'],
  ...['https://example.com/p\nq', '/\ud83d\ude00', '/\ufeff'],
];

const TOKENS: readonly string[] = ['', '*', 'GPTBot', 'gptbot', 'other', 'no token!', '\\N', 'é'];

/** Hostile queries: every robots.txt with every URL and product token, and some large ones. */
export function hostileQueries(): Query[] {
  const queries = BODIES.flatMap((robotsTxt) => URLS.flatMap((url) => TOKENS.map((token) => ({ robotsTxt, url, token }))));
  for (const robotsTxt of LARGE_BODIES) {
    for (const url of ['/p', '/z', '/p/a/x']) queries.push({ robotsTxt, url, token: '' });
  }
  const url = `/p/${'long/'.repeat(MEGABYTE / 5)}`;
  queries.push({ robotsTxt: utf8(RULES), url, token: '' });
  queries.push({ robotsTxt: utf8(RULES), url: '/p', token: 'x'.repeat(MEGABYTE) });
  return queries;
}

/** Returns the verdict of the library, which does not check hosts, as a robots.txt is about one site. */
export function checkQuery({ robotsTxt, url, token }: Query): string {
  const isAbsolute = /^[a-z]+:/i.test(url);
  if (/[\r\n]/.test(url) || (isAbsolute && !URL.canParse(url))) return 'invalid';
  try {
    return parseRobotsTxt(robotsTxt).isAllowed(url, token || '*') ? 'allowed' : 'disallowed';
  } catch (error) {
    if (error instanceof TypeError) return 'invalid';
    throw error;
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\t': '\\t',
  '\r': '\\r',
  '\0': '\\0',
  '\b': '\\b',
  '\f': '\\f',
};

/** Escapes a value for a column. */
function tsvColumn(value: Uint8Array | string): string {
  const bytes = Buffer.from(value).toString('latin1');
  return bytes.replace(/[\\\n\t\r\0\b\f]/g, (character) => ESCAPES[character] ?? character);
}

export function tsvRow({ robotsTxt, url, token }: Query): string {
  return [robotsTxt, url, token].map(tsvColumn).join('\t');
}

/** Replaces bytes that are not UTF-8, because JSON has only text. */
export function asText(query: Query): Query {
  return { ...query, robotsTxt: Buffer.from(query.robotsTxt).toString('utf8') };
}

export function ndjsonRow(members: Query | Omit<Query, 'robotsTxt'>): string {
  return Buffer.from(JSON.stringify(members)).toString('latin1');
}

/** Malformed lines for any engine; each must affect only its own verdict. */
export const BROKEN_TSV: readonly string[] = [
  ...['', '\t', '\t\t', '\\N', '\\N\t/p', '\t\\N', 'no tab at all', '\xff', '\t/\xff', '\t/p\t\xc3'],
  ...['\t\0', '\\', '\\\t\\', '{"url":"/p"}', 'x'.repeat(MEGABYTE), `\t${'y'.repeat(MEGABYTE)}`],
];

export const BROKEN_NDJSON: readonly string[] = [
  ...['', '{', '}', 'null', '[]', '3', '"/p"', '{}', '\xff', '{"robotsTxt":"","url":"\xff"}'],
  ...['{"robotsTxt":"","url":3}', '{"robotsTxt":[],"url":"/p"}', '{"url":"/p","url":null}'],
  ...['{"__proto__":{"robotsTxt":"","url":"/p"}}', '['.repeat(MEGABYTE), '\0', '{"robotsTxt":""}'],
];
