/**
 * HTTP header fields: their values, and structured fields (RFC 9651). Every function here is linear in its input, does
 * not recurse and does not throw because of what a field contains.
 */

/** The headers of a response: a `Headers` object, pairs of name and value, or an object such as Node's. */
export type ResponseHeaders =
  | Iterable<readonly [name: string, value: string]>
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Returns the values of a field in order. Names are compared without case. Throws a TypeError if headers are text. */
export function fieldValues(headers: ResponseHeaders | undefined, name: string): string[] {
  if (headers === undefined) return [];
  if (typeof headers !== 'object' || headers === null) {
    throw new TypeError(
      'Pass the headers as a Headers object, as pairs of name and value, or as an object.',
    );
  }
  const fields = (
    Symbol.iterator in headers ? [...headers] : Object.entries(headers)
  ) as readonly (readonly [string, string | readonly string[] | undefined])[];
  const wanted = name.toLowerCase();
  return fields
    .filter(([field]) => field.toLowerCase() === wanted)
    .flatMap(([, value]) => value ?? []);
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
  return parsed(lines, (reader) => reader.dictionary());
}

/** Parses a List (RFC 9651 4.2.1) from the lines of a field. Returns undefined if it is invalid. */
export function parseList(lines: readonly string[]): Member[] | undefined {
  return parsed(lines, (reader) => reader.list());
}

function parsed<Value>(
  lines: readonly string[],
  read: (reader: FieldReader) => Value,
): Value | undefined {
  const reader = new FieldReader(lines.join(', '));
  try {
    const value = read(reader);
    return reader.isAtEnd ? value : undefined;
  } catch (error) {
    if (error instanceof InvalidField) return undefined;
    throw error;
  }
}

/** The field is not valid; callers only learn that. */
class InvalidField extends Error {}

const LOWER_CASE = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';
const LETTERS = LOWER_CASE + LOWER_CASE.toUpperCase();
const KEY_START = `${LOWER_CASE}*`;
const KEY = `${KEY_START}${DIGITS}_-.`;
const TOKEN_START = `${LETTERS}*`;
const TOKEN = `${TOKEN_START}${DIGITS}!#$%&'+-.^_\`|~:/`;
/** Base64 whose padding is complete or omitted; with other padding, or one digit too many, it encodes no bytes. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;
const NO_PARAMETERS: Parameters = new Map();
const TRUE: BareItem = { type: 'boolean', value: true };

/** Reads a structured field from its start. Throws InvalidField at the first mistake. */
class FieldReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    this.#skip(' ');
  }

  get isAtEnd(): boolean {
    this.#skip(' ');
    return this.#at === this.#text.length;
  }

  dictionary(): Map<string, Member> {
    const members = new Map<string, Member>();
    this.#members(() => {
      const key = this.#key();
      // The last member with a key counts.
      members.set(
        key,
        this.#take('=') ? this.#member() : { item: TRUE, parameters: this.#parameters() },
      );
    });
    return members;
  }

  list(): Member[] {
    const members: Member[] = [];
    this.#members(() => members.push(this.#member()));
    return members;
  }

  /** Reads members separated by commas. */
  #members(read: () => void): void {
    if (this.#at === this.#text.length) return;
    for (;;) {
      read();
      this.#skip(' \t');
      if (this.#at === this.#text.length) return;
      this.#expect(',');
      this.#skip(' \t');
      // A comma at the end is invalid.
      if (this.#at === this.#text.length) throw new InvalidField();
    }
  }

  #member(): Member {
    return this.#next === '(' ? this.#innerList() : this.#item();
  }

  #innerList(): Member {
    const items: Member[] = [];
    this.#expect('(');
    for (;;) {
      this.#skip(' ');
      if (this.#take(')')) return { item: items, parameters: this.#parameters() };
      items.push(this.#item());
      if (this.#next !== ' ' && this.#next !== ')') throw new InvalidField();
    }
  }

  #item(): Member {
    return { item: this.#bareItem(), parameters: this.#parameters() };
  }

  #parameters(): Parameters {
    if (this.#next !== ';') return NO_PARAMETERS;
    const parameters = new Map<string, BareItem>();
    while (this.#take(';')) {
      this.#skip(' ');
      const key = this.#key();
      parameters.set(key, this.#take('=') ? this.#bareItem() : TRUE);
    }
    return parameters;
  }

  #bareItem(): BareItem {
    const next = this.#next;
    if (next === '"') return { type: 'string', value: this.#string() };
    if (next === ':') return { type: 'bytes', value: this.#bytes() };
    if (next === '?') return { type: 'boolean', value: this.#boolean() };
    if (next === '@') return this.#date();
    if (next === '%') return { type: 'display-string', value: this.#displayString() };
    if (next === '-' || isOneOf(next, DIGITS)) return this.#number();
    return { type: 'token', value: this.#run(TOKEN_START, TOKEN) };
  }

  #number(): BareItem {
    const sign = this.#take('-') ? -1 : 1;
    const whole = this.#run(DIGITS, DIGITS);
    if (!this.#take('.')) {
      if (whole.length > 15) throw new InvalidField();
      return { type: 'integer', value: sign * Number(whole) };
    }
    const fraction = this.#run(DIGITS, DIGITS);
    if (whole.length > 12 || fraction.length > 3) throw new InvalidField();
    return { type: 'decimal', value: sign * Number(`${whole}.${fraction}`) };
  }

  #date(): BareItem {
    this.#expect('@');
    const { type, value } = this.#number();
    if (type !== 'integer') throw new InvalidField();
    return { type: 'date', value };
  }

  #string(): string {
    this.#expect('"');
    let value = '';
    for (;;) {
      const character = this.#any();
      if (character === '"') return value;
      if (character < ' ' || character > '~') throw new InvalidField();
      if (character !== '\\') value += character;
      else if (this.#next === '"' || this.#next === '\\') value += this.#any();
      else throw new InvalidField();
    }
  }

  #bytes(): string {
    this.#expect(':');
    const end = this.#text.indexOf(':', this.#at);
    const base64 = end < 0 ? '!' : this.#text.slice(this.#at, end);
    if (!BASE64.test(base64)) throw new InvalidField();
    this.#at = end + 1;
    return base64;
  }

  #boolean(): boolean {
    this.#expect('?');
    if (this.#take('1')) return true;
    this.#expect('0');
    return false;
  }

  #displayString(): string {
    this.#expect('%');
    this.#expect('"');
    const bytes: number[] = [];
    for (;;) {
      const character = this.#any();
      if (character === '"') break;
      if (character < ' ' || character > '~') throw new InvalidField();
      if (character !== '%') {
        bytes.push(character.charCodeAt(0));
        continue;
      }
      const hex = this.#text.slice(this.#at, this.#at + 2);
      if (!/^[0-9a-f]{2}$/.test(hex)) throw new InvalidField();
      bytes.push(Number.parseInt(hex, 16));
      this.#at += 2;
    }
    try {
      const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
      return decoder.decode(Uint8Array.from(bytes));
    } catch {
      throw new InvalidField();
    }
  }

  #key(): string {
    return this.#run(KEY_START, KEY);
  }

  /** Reads one character of the first kind and any number of the second. */
  #run(first: string, others: string): string {
    const start = this.#at;
    if (!isOneOf(this.#next, first)) throw new InvalidField();
    do this.#at += 1;
    while (isOneOf(this.#next, others));
    return this.#text.slice(start, this.#at);
  }

  /** The next character, or an empty string at the end. */
  get #next(): string {
    return this.#text.charAt(this.#at);
  }

  #any(): string {
    const character = this.#next;
    if (character === '') throw new InvalidField();
    this.#at += 1;
    return character;
  }

  #take(character: string): boolean {
    if (this.#next !== character) return false;
    this.#at += 1;
    return true;
  }

  #expect(character: string): void {
    if (!this.#take(character)) throw new InvalidField();
  }

  #skip(characters: string): void {
    while (this.#at < this.#text.length && characters.includes(this.#next)) this.#at += 1;
  }
}

/** Returns whether this is one of the characters; an empty string is none. */
function isOneOf(character: string, characters: string): boolean {
  return character !== '' && characters.includes(character);
}
