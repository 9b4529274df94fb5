/** Rows of JSON objects. Their text is changed, not parsed and serialized, which would change numbers, order and duplicates. */
import { byteText, utf8Text } from '../bytes/bytes.js';
import { type Columns, lineProblem, type Print, type RowFormat } from './row-format.js';

/** What is added to an object becomes its last members, and replaces existing ones. */
export function ndjsonRows(columns: Columns<string>, print: Print = 'rows'): RowFormat {
  const { robotsTxt, agent, crawler = agent } = columns;
  const replaced = new Set([...ADDED[print], ...(robotsTxt === undefined ? [] : [robotsTxt])]);
  return {
    read(line) {
      const row = jsonObject(line);
      if (row === undefined) {
        const text = utf8Text(line);
        // Writing the row as a string keeps the output valid NDJSON.
        return {
          problem: text === undefined ? 'not UTF-8' : 'not a JSON object',
          url: undefined,
          head: `{"row":${byteText(JSON.stringify(text ?? line))},`,
          tail: '',
        };
      }
      const url = textIn(row, columns.url);
      const name = textIn(row, crawler);
      const nameProblem = name === null ? 'names no valid crawler' : undefined;
      return {
        problem: url === null ? 'the URL is not text' : (lineProblem(url) ?? nameProblem),
        url: byteTextOf(url),
        robotsTxt: textIn(row, robotsTxt) ?? undefined,
        crawler: byteTextOf(name),
        head: jsonHead(line, row, replaced),
        tail: '',
      };
    },
    body: (written) => written,
    verdict(name, outcome, explained) {
      const verdict = `"token":${JSON.stringify(name)},"verdict":"${outcome}"`;
      if (explained === undefined) return byteText(verdict);
      const { rule = null, line = null } = explained;
      return byteText(`${verdict},"rule":${JSON.stringify(rule)},"line":${line}`);
    },
    group: (blocked, unknown) => byteText(`"blocked":${JSON.stringify(blocked)},"unknown":${JSON.stringify(unknown)}`),
    end: '}\n',
    verdictRow: (outcome) => `{"verdict":"${outcome}"}\n`,
  };
}

type Members = Readonly<Record<string, unknown>>;

/** Returns the text of a member; undefined if it is missing or `null`, and null if it is anything else. */
function textIn(row: Members, name: string | undefined): string | undefined | null {
  const value = name !== undefined && Object.hasOwn(row, name) ? row[name] : undefined;
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : null;
}

function byteTextOf(text: string | undefined | null): string | undefined {
  return typeof text === 'string' ? byteText(text) : undefined;
}

/** Parses a line with one character per byte; undefined if it is not a JSON object. */
function jsonObject(line: string): Members | undefined {
  const text = utf8Text(line);
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Members) : undefined;
  } catch {
    return undefined;
  }
}

/** The members that a run adds, by what it prints. */
const ADDED: Readonly<Record<Print, readonly string[]>> = {
  rows: ['token', 'verdict'],
  'explained-rows': ['token', 'verdict', 'rule', 'line'],
  groups: ['blocked', 'unknown'],
  verdicts: [],
  'allowed-urls': [],
  'disallowed-urls': [],
};

/** Returns the text of the object without its closing brace and these members. Large numbers keep their precision. */
function jsonHead(line: string, row: Members, names: ReadonlySet<string>): string {
  // Few rows have such members, so most need no scan.
  let isChanged = false;
  for (const name of names) isChanged ||= Object.hasOwn(row, name);
  const json = isChanged ? removeMembers(line, new Set([...names].map(byteText))) : line;
  const members = json.slice(0, json.lastIndexOf('}')).trimEnd();
  // Only an empty object ends with an opening brace here.
  return members.endsWith('{') ? members : `${members},`;
}

/**
 * Removes all top-level members with these names and leaves the others unchanged. Takes one pass without recursion, because
 * nesting may be arbitrarily deep.
 *
 * @param json an object that JSON.parse accepts; may have one character per byte, since JSON's structure is ASCII
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
  if (!written.includes('\\')) return written.slice(1, -1);
  return byteText(String(JSON.parse(utf8Text(written) ?? written)));
}
