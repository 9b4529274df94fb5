/** Builds a robots.txt and rejects input that crawlers would misread. */
import type { FieldName } from '../dialect/dialect.js';
import { GOOGLE_MAX_LINE_BYTES, MIN_PARSING_LIMIT_BYTES } from '../dialect/limits.js';
import { isAbsoluteUrl, parseDelay } from '../file/groups.js';
import { STAR_TOKEN } from '../match/token-input.js';
import type { RuleKind } from '../match/verdict.js';
import { aiprefVocabularies, contentSignals } from '../preferences/vocabularies.js';
import { FIELD_TITLES } from './record-text.js';

/** Fields without their own method. They do not affect verdicts. */
export type OtherFieldName = Exclude<
  FieldName,
  | 'user-agent'
  | 'allow'
  | 'disallow'
  | 'sitemap'
  | 'crawl-delay'
  | 'noindex'
  | 'content-signal'
  | 'content-usage'
  | 'license'
>;

/** Calls that are valid anywhere in the file. Each throws a TypeError for invalid input. */
export interface RobotsTxtBuilder {
  /** Starts the group for these product tokens; `*` stands for all other crawlers. */
  group(...productTokens: readonly [string, ...string[]]): GroupBuilder;
  /** Adds a one-line comment above the next item. */
  comment(text: string): this;
  /** Adds the absolute URL of a sitemap. Sitemaps are written at the end of the file. */
  sitemap(url: string | URL): this;
  /**
   * Adds the absolute URL of an RSL license. Before the first group it applies to all crawlers; within a group it
   * replaces those licenses for the group.
   */
  license(url: string | URL): this;
  /** Adds another record, such as `record('host', 'example.com')`. No verdict depends on it. */
  record(field: OtherFieldName, value: string): this;
  /** Returns the file, which ends with a line feed. */
  toString(): string;
}

/** Calls that are valid only within a group. */
export interface GroupBuilder extends RobotsTxtBuilder {
  /** Allows what the path-pattern matches. It starts with `/`; `*` and a final `$` are special. */
  allow(path: string): this;
  disallow(path: string): this;
  /** Adds an empty disallow line, which restricts nothing. It must be the only rule of its group. */
  allowEverything(): this;
  disallowEverything(): this;
  /** Sets the seconds between requests. Not part of the protocol. */
  crawlDelay(seconds: number): this;
  /**
   * Adds a Content-Usage line with labels of draft-ietf-aipref-vocab-08, for a path-pattern or for all paths. The
   * longest matching path decides.
   */
  contentUsage(
    preferences: Readonly<Partial<Record<'train-ai' | 'ai-use' | 'search', 'yes' | 'no'>>>,
    path?: string,
  ): this;
  /** Adds a Content-Signal line. An absent signal neither grants nor restricts. */
  contentSignal(
    signals: Readonly<Partial<Record<'search' | 'ai-input' | 'ai-train', 'yes' | 'no'>>>,
  ): this;
}

const OWN_METHODS: ReadonlySet<string> = new Set([
  'user-agent',
  'allow',
  'disallow',
  'sitemap',
  'crawl-delay',
  'noindex',
  'content-signal',
  'content-usage',
  'license',
]);
const TOKEN = /^[A-Za-z0-9_.-]+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose.
const CONTROL = /[\0-\x08\x0a-\x1f\x7f]/;
const SPACE_AROUND = /^\s|\s$/;
const NOT_IN_URL = /[^\x21-\x7e]/;

class Builder implements GroupBuilder {
  /** Lines before the first group, then the lines of each group. */
  readonly #blocks: string[][] = [[]];
  readonly #sitemaps: string[] = [];
  /** Comments waiting for the next line. */
  #comments: string[] = [];
  readonly #named = new Set<string>();
  /** The product tokens of the open group. */
  #open: readonly string[] | undefined;
  #rules: 'none' | 'some' | 'all-allowed' = 'none';

  group(...productTokens: readonly [string, ...string[]]): GroupBuilder {
    this.#checkGroup();
    const tokens: readonly string[] = productTokens;
    if (tokens.length === 0)
      throw new TypeError('Pass a product token, or "*" for all other crawlers.');
    for (const token of tokens) this.#name(token);
    this.#blocks.push([]);
    for (const token of tokens) this.#line('user-agent', token);
    this.#open = tokens;
    this.#rules = 'none';
    return this;
  }

  #name(token: string): void {
    checkToken(token);
    const name = token.toLowerCase();
    if (this.#named.has(name)) {
      throw new TypeError(
        `${JSON.stringify(token)} already has a group, and some crawlers read only the first. Add the rules there.`,
      );
    }
    this.#named.add(name);
  }

  comment(text: string): this {
    if (typeof text !== 'string' || CONTROL.test(text)) {
      throw new TypeError('A comment must be one line of text. Call comment() once per line.');
    }
    this.#comments.push(`# ${text}`.trimEnd());
    return this;
  }

  sitemap(url: string | URL): this {
    const text = readUrl('sitemap', url, 'https://example.com/sitemap.xml');
    this.#sitemaps.push(...this.#takeComments(), `${FIELD_TITLES.sitemap}: ${text}`);
    return this;
  }

  license(url: string | URL): this {
    return this.#line('license', readUrl('license', url, 'https://example.com/license.xml'));
  }

  contentUsage(preferences: Readonly<Record<string, 'yes' | 'no'>>, path?: string): this {
    const { labels } = aiprefVocabularies['vocab-08'];
    const stated = readPreferences(preferences, labels, 'train-ai');
    if (path === '') {
      throw new TypeError('The path is empty. Omit it to state preferences for all paths.');
    }
    const start = path === undefined ? '' : `${readPath(path)} `;
    const dictionary = stated.map(([label, value]) => `${label}=${value === 'yes' ? 'y' : 'n'}`);
    return this.#groupLine('content-usage', start + dictionary.join(', '));
  }

  contentSignal(signals: Readonly<Record<string, 'yes' | 'no'>>): this {
    const stated = readPreferences(signals, contentSignals.signals, 'ai-train');
    const text = stated.map(([signal, value]) => `${signal}=${value}`).join(', ');
    return this.#groupLine('content-signal', text);
  }

  record(field: OtherFieldName, value: string): this {
    if (!Object.hasOwn(FIELD_TITLES, field) || OWN_METHODS.has(field)) {
      throw new TypeError(
        `record() does not write the field ${JSON.stringify(field)}. Call the method for it, such as allow() or sitemap().`,
      );
    }
    const isPlain = typeof value === 'string' && value !== '' && !SPACE_AROUND.test(value);
    if (!isPlain || CONTROL.test(value) || value.includes('#')) {
      throw new TypeError(
        `The value ${JSON.stringify(value)} must be one line without "#" or surrounding white space.`,
      );
    }
    return this.#line(field, value);
  }

  allow(path: string): this {
    return this.#rule('allow', readPath(path));
  }

  disallow(path: string): this {
    return this.#rule('disallow', readPath(path));
  }

  allowEverything(): this {
    if (this.#rules !== 'none') {
      throw new TypeError(
        'The group already has rules, and allowEverything() must be the only rule of its group.',
      );
    }
    this.#rule('disallow', '');
    this.#rules = 'all-allowed';
    return this;
  }

  disallowEverything(): this {
    return this.#rule('disallow', '/');
  }

  crawlDelay(seconds: number): this {
    if (typeof seconds !== 'number' || parseDelay(String(seconds)) !== seconds) {
      throw new TypeError(
        `The crawl delay must be a number of seconds, such as 2 or 0.5, not ${seconds}.`,
      );
    }
    return this.#groupLine('crawl-delay', String(seconds));
  }

  toString(): string {
    this.#checkGroup();
    const blocks = this.#blocks.map((lines) => [...lines]);
    blocks[blocks.length - 1].push(...this.#comments);
    const text = [...blocks, this.#sitemaps]
      .filter(({ length }) => length > 0)
      .map((lines) => lines.map((line) => `${line}\n`).join(''))
      .join('\n');
    const { length } = new TextEncoder().encode(text);
    if (length <= MIN_PARSING_LIMIT_BYTES) return text;
    throw new RangeError(
      `The file has ${length} bytes, and crawlers may stop reading at ${MIN_PARSING_LIMIT_BYTES} (RFC 9309 2.5). ` +
        'Write fewer rules.',
    );
  }

  #rule(kind: RuleKind, pattern: string): this {
    if (this.#open === undefined) throw new TypeError(NO_GROUP);
    if (this.#rules === 'all-allowed') {
      throw new TypeError(
        'allowEverything() must be the only rule of its group. Remove it or the other rule.',
      );
    }
    this.#rules = 'some';
    return this.#line(kind, pattern);
  }

  /** User-agent lines without a rule would merge with the next group. */
  #checkGroup(): void {
    if (this.#open === undefined || this.#rules !== 'none') return;
    const names = this.#open.map((token) => JSON.stringify(token)).join(', ');
    throw new TypeError(`The group for ${names} has no rules. Add one or call allowEverything().`);
  }

  #groupLine(field: FieldName, value: string): this {
    if (this.#open === undefined) throw new TypeError(NO_GROUP);
    return this.#line(field, value);
  }

  #line(field: FieldName, value: string): this {
    const title = FIELD_TITLES[field];
    const line = value === '' ? `${title}:` : `${title}: ${value}`;
    this.#blocks[this.#blocks.length - 1].push(...this.#takeComments(), line);
    return this;
  }

  #takeComments(): readonly string[] {
    const comments = this.#comments;
    this.#comments = [];
    return comments;
  }
}

const NO_GROUP = 'A rule must belong to a group. Call group() first, such as group("*").';

/** RFC 9309 2.2.1 permits only letters, `_` and `-`, but names of real crawlers contain digits and dots. */
function checkToken(token: string): void {
  if (token === STAR_TOKEN || (typeof token === 'string' && TOKEN.test(token))) return;
  const [name = ''] = typeof token === 'string' ? (/^[A-Za-z0-9_.-]+(?=\/)/.exec(token) ?? []) : [];
  const fix = name === '' ? 'Use letters, "_" and "-".' : `Did you mean ${JSON.stringify(name)}?`;
  throw new TypeError(`${JSON.stringify(token)} is not a product token. ${fix}`);
}

/** Returns an absolute URL that a line can hold. */
function readUrl(what: 'sitemap' | 'license', url: string | URL, example: string): string {
  const text = typeof url === 'string' ? url : url?.href;
  const shown = JSON.stringify(text);
  if (typeof text !== 'string' || !isAbsoluteUrl(text)) {
    throw new TypeError(
      `The ${what} ${shown} is not an absolute URL. Pass one such as ${JSON.stringify(example)}.`,
    );
  }
  if (NOT_IN_URL.test(text) || text.includes('#')) {
    throw new TypeError(
      `The ${what} ${shown} contains "#" or a character that is invalid in URLs. Write it as %XX.`,
    );
  }
  return text;
}

/** Returns the stated preferences in the given order. */
function readPreferences(
  preferences: Readonly<Record<string, 'yes' | 'no'>>,
  categories: readonly string[],
  example: string,
): [category: string, value: 'yes' | 'no'][] {
  const stated = Object.entries(preferences ?? {}).filter(([, value]) => value !== undefined);
  if (stated.length === 0) {
    throw new TypeError(`No preference is stated. Pass one such as { '${example}': 'no' }.`);
  }
  for (const [category, value] of stated) {
    if (!categories.includes(category)) {
      throw new TypeError(
        `${JSON.stringify(category)} is not a category of this field. Use ${categories.join(', ')}.`,
      );
    }
    if (value !== 'yes' && value !== 'no') {
      throw new TypeError(
        `The preference for ${JSON.stringify(category)} must be "yes" or "no", not ${JSON.stringify(value)}.`,
      );
    }
  }
  return stated;
}

/** Creates an empty builder. */
export function robotsTxtBuilder(): RobotsTxtBuilder {
  return new Builder();
}

const SLASH = '/';
const URL_START = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose.
const PATH_CONTROL = /[\0-\x1f\x7f]/;
const LONE_SURROGATE = /\p{Surrogate}/u;
const STRAY_PERCENT = /%(?![\da-f]{2})/i;
/** A segment that the URL Standard removes from every target, before the first `*` or `?`. */
const DOT_SEGMENT = /^[^*?]*?\/(?:\.|%2e){1,2}(?:\/|$)/i;
/** Characters that URL Standard clients write as %XX: more in the path than in the query. */
const ESCAPED_IN_PATH = /[^\x20-\x7e]|[ "<>^`{}]/gu;
const ESCAPED_IN_QUERY = /[^\x20-\x7e]|[ "<>]/gu;
/** The longest path that fits into Google's maximum line after `Disallow: `. */
const LONGEST_PATH = GOOGLE_MAX_LINE_BYTES - 'Disallow: '.length;

/**
 * Converts a path to a path-pattern: escapes what URLs contain only as %XX; `*` and a final `$` stay special. Throws a
 * TypeError with a suggested fix if crawlers would misread the path.
 */
export function readPath(path: string): string {
  if (typeof path !== 'string')
    throw new TypeError('A path must be a string, such as "/private/".');
  if (path === '')
    throw new TypeError('An empty path restricts nothing. Call allowEverything() instead.');
  const shown = JSON.stringify(path.length > 200 ? `${path.slice(0, 200)}…` : path);
  const refuse = (why: string): TypeError => new TypeError(`The path ${shown} ${why}.`);
  const write = (text: string) => `Write ${JSON.stringify(text.slice(0, 200))}`;
  if (PATH_CONTROL.test(path)) throw refuse('contains a control character. Write it as %XX');
  const [origin] = URL_START.exec(path) ?? [];
  if (origin !== undefined)
    throw refuse(`is a URL. ${write(withSlash(path.slice(origin.length)))}`);
  if (!path.startsWith(SLASH)) throw refuse(`does not start with "/". ${write(SLASH + path)}`);
  if (path.includes('#')) throw refuse('contains "#", which starts a comment. Write "%23"');
  if (path.includes('\\')) throw refuse('contains "\\", which clients turn into "/". Write "/"');
  if (path.slice(0, -1).includes('$')) {
    throw refuse('contains a "$" that is not last and so is not special. Write "%24"');
  }
  if (STRAY_PERCENT.test(path))
    throw refuse('contains a "%" that does not start an escape. Write "%25"');
  if (DOT_SEGMENT.test(path))
    throw refuse('contains a "." or ".." segment, which clients remove from URLs. Remove it');
  if (LONE_SURROGATE.test(path))
    throw refuse('contains half of a surrogate pair. Pass the whole character');
  const escaped = escapeAsClient(path);
  if (escaped.length > LONGEST_PATH) {
    throw refuse(`exceeds ${LONGEST_PATH} bytes, and Google cuts longer lines. Pass a shorter one`);
  }
  return escaped;
}

function withSlash(path: string): string {
  return path.startsWith(SLASH) ? path : SLASH + path;
}

function escapeAsClient(path: string): string {
  const query = path.indexOf('?');
  if (query < 0) return path.replaceAll(ESCAPED_IN_PATH, encodeURIComponent);
  return (
    path.slice(0, query).replaceAll(ESCAPED_IN_PATH, encodeURIComponent) +
    path.slice(query).replaceAll(ESCAPED_IN_QUERY, encodeURIComponent)
  );
}
