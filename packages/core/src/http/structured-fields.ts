/**
 * HTTP header fields: their values, and structured fields (RFC 9651). Every exported function is linear in its input, does
 * not recurse, and does not throw because of what a field contains.
 */

/** The headers of a response: a `Headers` object, pairs of name and value, or an object such as Node's. */
export type ResponseHeaders =
  | Iterable<readonly [name: string, value: string]>
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Returns the values of a field in order. Names ignore case. Throws a TypeError if `headers` is a string.
 *
 * @example
 * ```ts
 * import { fieldValues } from '@repkit/core/preferences';
 *
 * fieldValues({ 'X-Robots-Tag': ['noindex', 'nosnippet'] }, 'x-robots-tag'); // [ 'noindex', 'nosnippet' ]
 * fieldValues(new Headers({ tdm: '1' }), 'TDM'); // [ '1' ]
 * ```
 */
export function fieldValues(headers: ResponseHeaders | undefined, name: string): string[] {
  if (headers === undefined) return [];
  if (typeof headers !== 'object' || headers === null) {
    throw new TypeError('Pass the headers as a Headers object, as pairs of name and value, or as an object.');
  }
  const fields = (Symbol.iterator in headers ? [...headers] : Object.entries(headers)) as readonly (readonly [
    string,
    string | readonly string[] | undefined,
  ])[];
  const wanted = name.toLowerCase();
  return fields.filter(([field]) => field.toLowerCase() === wanted).flatMap(([, value]) => value ?? []);
}

/** A bare item of RFC 9651 3.3. `bytes` holds base64 as written; a date is in seconds since 1970. */
export type BareItem =
  | { readonly type: 'integer' | 'decimal' | 'date'; readonly value: number }
  | { readonly type: 'string' | 'token' | 'bytes' | 'display-string'; readonly value: string }
  | { readonly type: 'boolean'; readonly value: boolean };

type Parameters = ReadonlyMap<string, BareItem>;

/** An item, or an inner list of items (RFC 9651 3.1.1). */
export interface Member {
  readonly item: BareItem | readonly Member[];
  readonly parameters: Parameters;
}

/** Parses a Dictionary (RFC 9651 4.2.2) from the lines of a field. Returns undefined if it is invalid. */
export function parseDictionary(lines: readonly string[]): Map<string, Member> | undefined {
  const members = new Map<string, Member>();
  const isValid = readMembers(lines, (reader) => {
    const key = reader.key();
    // The last member with a key counts.
    members.set(key, reader.take('=') ? reader.member() : { item: TRUE, parameters: reader.parameters() });
  });
  return isValid ? members : undefined;
}

/** Parses a List (RFC 9651 4.2.1) from the lines of a field. Returns undefined if it is invalid. */
export function parseList(lines: readonly string[]): Member[] | undefined {
  const members: Member[] = [];
  const isValid = readMembers(lines, (reader) => members.push(reader.member()));
  return isValid ? members : undefined;
}

/** Reads members separated by commas. Returns false if the field is invalid. */
function readMembers(lines: readonly string[], read: (reader: FieldReader) => void): boolean {
  const reader = new FieldReader(lines.join(', '));
  reader.match(SPACES);
  if (reader.isAtEnd) return true;
  try {
    for (;;) {
      read(reader);
      reader.match(BLANKS);
      if (reader.isAtEnd) return true;
      if (!reader.take(',')) return false;
      reader.match(BLANKS);
      // A comma at the end is invalid.
      if (reader.isAtEnd) return false;
    }
  } catch (error) {
    if (error instanceof InvalidField) return false;
    throw error;
  }
}

/** The field is invalid. Callers of this module receive undefined instead. */
class InvalidField extends Error {}

const SPACES = / */y;
/** RFC 9651 4.2: optional white space around commas. */
const BLANKS = /[ \t]*/y;
const KEY = /[a-z*][a-z\d_.*-]*/y;
/** The bare items by their grammar. Each is linear: nothing can match the same text in two ways. */
const BARE_ITEMS: readonly (readonly [grammar: typeof KEY, read: (content: string) => BareItem])[] = [
  [/"([ !#-[\]-~]*(?:\\["\\][ !#-[\]-~]*)*)"/y, (text) => ({ type: 'string', value: text.replaceAll(/\\(.)/g, '$1') })],
  // Base64 with complete or omitted padding. Other padding, or a single extra digit, is invalid.
  [/:((?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}(?:==)?|[A-Za-z\d+/]{3}=?)?):/y, (value) => ({ type: 'bytes', value })],
  [/\?([01])/y, (digit) => ({ type: 'boolean', value: digit === '1' })],
  [/@(-?\d{1,15})/y, (seconds) => ({ type: 'date', value: Number(seconds) })],
  [/%"([ !#$&-~]*(?:%[\da-f]{2}[ !#$&-~]*)*)"/y, displayString],
  [/(-?\d{1,12}\.\d{1,3})/y, (number) => ({ type: 'decimal', value: Number(number) })],
  [/(-?\d{1,15})/y, (number) => ({ type: 'integer', value: Number(number) })],
  [/([A-Za-z*][\w!#$%&'*+.^`|~:/-]*)/y, (value) => ({ type: 'token', value })],
];
const NO_PARAMETERS: Parameters = new Map();
const TRUE: BareItem = { type: 'boolean', value: true };

function displayString(escaped: string): BareItem {
  try {
    return { type: 'display-string', value: decodeURIComponent(escaped) };
  } catch {
    throw new InvalidField();
  }
}

/** Reads the parts of a structured field. Throws InvalidField at the first syntax error. */
class FieldReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length;
  }

  member(): Member {
    return this.take('(') ? this.#innerList() : this.#item();
  }

  #innerList(): Member {
    const items: Member[] = [];
    for (;;) {
      this.match(SPACES);
      if (this.take(')')) return { item: items, parameters: this.parameters() };
      items.push(this.#item());
      const next = this.#text[this.#at];
      if (next !== ' ' && next !== ')') throw new InvalidField();
    }
  }

  #item(): Member {
    return { item: this.#bareItem(), parameters: this.parameters() };
  }

  parameters(): Parameters {
    if (this.#text[this.#at] !== ';') return NO_PARAMETERS;
    const parameters = new Map<string, BareItem>();
    while (this.take(';')) {
      this.match(SPACES);
      const key = this.key();
      parameters.set(key, this.take('=') ? this.#bareItem() : TRUE);
    }
    return parameters;
  }

  #bareItem(): BareItem {
    for (const [grammar, read] of BARE_ITEMS) {
      const match = this.match(grammar);
      if (match !== null) return read(match[1]);
    }
    throw new InvalidField();
  }

  key(): string {
    const match = this.match(KEY);
    if (match === null) throw new InvalidField();
    return match[0];
  }

  match(pattern: typeof KEY): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match !== null) this.#at = pattern.lastIndex;
    return match;
  }

  take(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }
}
