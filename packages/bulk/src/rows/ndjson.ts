/** Rows of JSON objects. Their text is changed, not parsed and serialized, which would change numbers, order and duplicates. */
import { byteText, utf8Text } from '../bytes/bytes.js';
import type { RowFormat } from './row-format.js';

/** The URL is a member of an object. Token and verdict become its last two members. */
export function ndjsonRows(column: string): RowFormat {
  return {
    read(line) {
      const row = jsonObject(line);
      if (row === undefined) {
        // Writing the row as a string keeps the output valid NDJSON.
        const text = byteText(JSON.stringify(utf8Text(line) ?? line));
        return { url: undefined, head: `{"row":${text},`, tail: '' };
      }
      const url = Object.hasOwn(row, column) ? row[column] : undefined;
      return {
        // Bare URLs are written one per line.
        url: typeof url === 'string' && !/[\r\n]/.test(url) ? byteText(url) : undefined,
        head: jsonHead(line, row),
        tail: '',
      };
    },
    verdict: (productToken, outcome) =>
      byteText(`"token":${JSON.stringify(productToken)},"verdict":"${outcome}"`),
    end: '}\n',
  };
}

/** Parses a line with one character per byte; undefined if it is not a JSON object. */
export function jsonObject(line: string): Readonly<Record<string, unknown>> | undefined {
  const text = utf8Text(line);
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}

/** Replaced in rows that already have them. */
const VERDICT_MEMBERS: ReadonlySet<string> = new Set(['token', 'verdict']);

/** Returns the unchanged text of the object without its closing brace. Large numbers keep their precision. */
function jsonHead(line: string, row: Readonly<Record<string, unknown>>): string {
  // Few rows already have a verdict, so most need no scan.
  const hasVerdict = Object.hasOwn(row, 'token') || Object.hasOwn(row, 'verdict');
  const json = hasVerdict ? removeMembers(line, VERDICT_MEMBERS) : line;
  const members = json.slice(0, json.lastIndexOf('}')).trimEnd();
  // Only an empty object ends with an opening brace here.
  return members.endsWith('{') ? members : `${members},`;
}

/**
 * Removes all top-level members with these names and leaves the others unchanged. Takes one pass without recursion, because
 * nesting may be arbitrarily deep.
 *
 * @param json an object that JSON.parse accepts; may have one character per byte, since JSON's structure is ASCII
 * @param names in ASCII
 */
export function removeMembers(json: string, names: ReadonlySet<string>): string {
  const open = json.indexOf('{');
  const close = json.lastIndexOf('}');
  // White space belongs to the adjacent member, so the rest can be joined with commas.
  const kept: string[] = [];
  let start = open + 1;
  let name: string | undefined;
  let depth = 0;
  for (let at = start; at <= close; at++) {
    const character = json[at];
    if (character === '"') {
      const end = closingQuote(json, at);
      // The first string of a member is its name.
      name ??= nameOf(json.slice(at, end + 1));
      at = end;
    } else if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') depth--;
    if (at === close || (character === ',' && depth === 0)) {
      // The name is undefined if the object is empty.
      if (name !== undefined && !names.has(name)) kept.push(json.slice(start, at));
      start = at + 1;
      name = undefined;
    }
  }
  return json.slice(0, open + 1) + kept.join(',') + json.slice(close);
}

function closingQuote(json: string, quote: number): number {
  let at = quote + 1;
  // An escaped character may be a quote.
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at;
}

/** Names may contain escapes. */
function nameOf(written: string): string {
  return written.includes('\\') ? String(JSON.parse(written)) : written.slice(1, -1);
}
