/** Writes a robots.txt from plain data and rejects what crawlers would misread. */
import type { FieldName } from '../dialect/dialect.js';
import { knownFields } from '../dialect/fields.js';
import { MIN_PARSING_LIMIT_BYTES, YANDEX_MAX_RULE_CHARACTERS } from '../dialect/limits.js';
import { isAbsoluteUrl, parseDelay } from '../file/groups.js';
import { STAR_TOKEN } from '../match/token-input.js';
import { aiprefVocabularies, contentSignals } from '../preferences/vocabularies.js';
import { byteLength } from '../syntax/record-text.js';

type Stated<Category extends string> = Readonly<Partial<Record<Category, 'yes' | 'no'>>>;
type OneOrMore<Value> = Value | readonly Value[];

/** The content of a robots.txt. A comment is one line, or a list of lines. */
export interface RobotsTxtContent {
  /** Comment at the start of the file. */
  readonly comment?: OneOrMore<string>;
  /** Absolute URLs of RSL licenses for all crawlers. */
  readonly license?: OneOrMore<string | URL>;
  readonly groups?: readonly GroupContent[];
  /** Absolute URLs, written at the end of the file. */
  readonly sitemaps?: OneOrMore<string | URL>;
}

export interface GroupContent {
  /** Comment above the group. */
  readonly comment?: OneOrMore<string>;
  /** Product tokens; `*` stands for all other crawlers. */
  readonly crawlers: OneOrMore<string>;
  /** Without rules, everything is allowed: the group gets an empty `Disallow:`. */
  readonly rules?: readonly RuleContent[];
  /** Seconds between requests. Not part of the protocol. */
  readonly crawlDelay?: number;
  /** Labels of draft-ietf-aipref-vocab-08, for a path-pattern or for all paths. The longest matching path decides. */
  readonly contentUsage?: OneOrMore<Stated<'train-ai' | 'ai-use' | 'search'> & { readonly path?: string }>;
  /** An absent signal neither grants nor restricts. */
  readonly contentSignal?: Stated<'search' | 'ai-input' | 'ai-train'>;
  /** Replaces the file's licenses for this group. */
  readonly license?: OneOrMore<string | URL>;
}

/** A path-pattern. It starts with `/`; `*` and a final `$` are special. */
export type RuleContent = { readonly comment?: OneOrMore<string> } & ({ readonly allow: string } | { readonly disallow: string });

/**
 * Returns a robots.txt with this content; it ends with a line feed. Throws a TypeError that says how to correct the
 * content if crawlers would misread it, and a RangeError if the file exceeds the 500 KiB that crawlers must read.
 *
 * @example
 * ```ts
 * import { writeRobotsTxt } from '@repkit/core/analysis';
 *
 * const text = writeRobotsTxt({ groups: [{ crawlers: '*', rules: [{ disallow: '/private/' }] }] });
 * text; // 'User-agent: *\nDisallow: /private/\n'
 * ```
 */
export function writeRobotsTxt(content: RobotsTxtContent): string {
  const named = new Set<string>();
  const head = [...comments(content.comment), ...licenses(content.license)];
  const groups = (content.groups ?? []).map((group) => groupLines(group, named));
  const sitemaps = list(content.sitemaps).map((url) => line('sitemap', absoluteUrl('sitemap', url)));
  const text = [head, ...groups, sitemaps]
    .filter(({ length }) => length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
  const length = byteLength(text);
  if (length <= MIN_PARSING_LIMIT_BYTES) return text;
  throw new RangeError(
    `The file has ${length} bytes, and crawlers may stop reading at ${MIN_PARSING_LIMIT_BYTES} (RFC 9309 2.5). ` +
      'Write fewer rules.',
  );
}

function groupLines(group: GroupContent, named: Set<string>): string[] {
  const crawlers = list(group.crawlers);
  if (crawlers.length === 0) {
    throw new TypeError('A group needs a product token, or "*" for all other crawlers.');
  }
  const rules = group.rules ?? [];
  const { crawlDelay, contentSignal } = group;
  return [
    ...comments(group.comment),
    ...crawlers.map((token) => line('user-agent', tokenText(token, named))),
    ...licenses(group.license),
    ...list(group.contentUsage).map((usage) => line('content-usage', usageText(usage))),
    ...(contentSignal === undefined ? [] : [line('content-signal', signalText(contentSignal))]),
    ...(rules.length === 0 ? [line('disallow', '')] : rules.flatMap(ruleLines)),
    ...(crawlDelay === undefined ? [] : [line('crawl-delay', delayText(crawlDelay))]),
  ];
}

function ruleLines(rule: RuleContent): string[] {
  if ('allow' in rule === 'disallow' in rule) {
    throw new TypeError("A rule has either allow or disallow, such as { disallow: '/private/' }.");
  }
  const written = 'allow' in rule ? line('allow', pathText(rule.allow)) : line('disallow', pathText(rule.disallow));
  return [...comments(rule.comment), written];
}

function list<Value>(values: OneOrMore<Value> | undefined): readonly Value[] {
  if (values === undefined) return [];
  return Array.isArray(values) ? values : [values as Value];
}

function line(field: FieldName, value: string): string {
  return `${knownFields[field].title}: ${value}`.trimEnd();
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose.
const CONTROL = /[\0-\x08\x0a-\x1f\x7f]/;

function comments(texts: OneOrMore<string> | undefined): string[] {
  return list(texts).map((text) => {
    if (typeof text === 'string' && !CONTROL.test(text)) return `# ${text}`.trimEnd();
    throw new TypeError('A comment must be one line of text. Pass several as an array.');
  });
}

/** RFC 9309 2.2.1 permits only letters, `_` and `-`, but the names of real crawlers also contain digits and dots. */
const TOKEN = /^[A-Za-z0-9_.-]+$/;

function tokenText(token: string, named: Set<string>): string {
  if (typeof token !== 'string' || (token !== STAR_TOKEN && !TOKEN.test(token))) {
    const [name = ''] = typeof token === 'string' ? (/^[\w.-]+(?=\/)/.exec(token) ?? []) : [];
    const fix = name === '' ? 'Use letters, "_" and "-".' : `Did you mean ${JSON.stringify(name)}?`;
    throw new TypeError(`${JSON.stringify(token)} is not a product token. ${fix}`);
  }
  const name = token.toLowerCase();
  if (named.has(name)) {
    throw new TypeError(
      `${JSON.stringify(token)} already has a group, and some crawlers read only the first. Add the rules there.`,
    );
  }
  named.add(name);
  return token;
}

function licenses(urls: OneOrMore<string | URL> | undefined): string[] {
  return list(urls).map((url) => line('license', absoluteUrl('license', url)));
}

function absoluteUrl(field: 'sitemap' | 'license', url: string | URL): string {
  const problem = urlProblem(field, url);
  if (problem !== undefined) throw new TypeError(problem);
  return typeof url === 'string' ? url : url.href;
}

/** Returns why a value cannot be the URL of a record, in sentences; undefined if it can. */
export function urlProblem(field: 'sitemap' | 'license', url: string | URL): string | undefined {
  const text = typeof url === 'string' ? url : url?.href;
  const quoted = JSON.stringify(text);
  if (typeof text !== 'string' || !isAbsoluteUrl(text)) {
    return `The ${field} ${quoted} is not an absolute URL. Pass one such as "https://example.com/${field}.xml".`;
  }
  if (!/[^\x21-\x7e]|#/.test(text)) return undefined;
  return `The ${field} ${quoted} contains "#" or a character that is invalid in URLs. Write it as %XX, or a host as "xn--…".`;
}

function delayText(seconds: number): string {
  if (typeof seconds === 'number' && parseDelay(String(seconds)) === seconds) {
    return String(seconds);
  }
  throw new TypeError(`The crawl delay must be a number of seconds, such as 2 or 0.5, not ${seconds}.`);
}

function usageText(usage: Readonly<Record<string, string | undefined>>): string {
  const { path, ...preferences } = usage;
  if (path === '') {
    throw new TypeError('The path is empty. Omit it to state preferences for all paths.');
  }
  const stated = statedText(preferences, aiprefVocabularies['vocab-08'].labels, 'train-ai', {
    yes: 'y',
    no: 'n',
  });
  return path === undefined ? stated : `${pathText(path)} ${stated}`;
}

function signalText(signals: Stated<string>): string {
  return statedText(signals, contentSignals.signals, 'ai-train', { yes: 'yes', no: 'no' });
}

function statedText(
  preferences: Readonly<Record<string, string | undefined>>,
  categories: readonly string[],
  example: string,
  words: Readonly<Record<string, string>>,
): string {
  const stated = Object.entries(preferences).filter(([, value]) => value !== undefined);
  if (stated.length === 0) {
    throw new TypeError(`No preference is stated. Pass one such as { '${example}': 'no' }.`);
  }
  const written = stated.map(([category, value = '']) => {
    if (!categories.includes(category)) {
      throw new TypeError(`${JSON.stringify(category)} is not a category of this field. Use ${categories.join(', ')}.`);
    }
    if (!Object.hasOwn(words, value)) {
      throw new TypeError(`The preference for ${JSON.stringify(category)} must be "yes" or "no", not ${JSON.stringify(value)}.`);
    }
    return `${category}=${words[value]}`;
  });
  return written.join(', ');
}

const URL_START = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;
/** What crawlers would misread in a path, and how to correct it. */
const PATH_MISTAKES = [
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose.
  [/[\0-\x1f\x7f]/, 'contains a control character. Write it as %XX.'],
  [/#/, 'contains "#", which starts a comment. Write "%23".'],
  [/\\/, 'contains "\\", which clients turn into "/". Write "/".'],
  [/\$./, 'contains a "$" that is not last and so is not special. Write "%24".'],
  [/%(?![\da-f]{2})/i, 'contains a "%" that does not start an escape. Write "%25".'],
  [
    // The URL Standard removes these from every target, before the first `*` or `?`.
    /^[^*?]*?\/(?:\.|%2e){1,2}(?:\/|$)/i,
    'contains a "." or ".." segment, which clients remove from URLs. Remove it.',
  ],
  [/\p{Surrogate}/u, 'contains half of a surrogate pair. Pass the whole character.'],
] as const;

/** Returns a path as a path-pattern. Escapes what URLs contain only as %XX; `*` and a final `$` stay special. */
function pathText(path: string): string {
  if (typeof path !== 'string') {
    throw new TypeError('A path must be a string, such as "/private/".');
  }
  if (path === '') {
    throw new TypeError('An empty path restricts nothing. Omit the rules to allow everything, or write "/".');
  }
  const subject = `The path ${JSON.stringify(path.length > 200 ? `${path.slice(0, 200)}…` : path)}`;
  const rest = path.replace(URL_START, '');
  if (!rest.startsWith('/') || rest !== path) {
    const problem = rest === path ? 'does not start with "/"' : 'is a URL';
    const corrected = (rest.startsWith('/') ? rest : `/${rest}`).slice(0, 200);
    throw new TypeError(`${subject} ${problem}. Write ${JSON.stringify(corrected)}.`);
  }
  for (const [mistake, correction] of PATH_MISTAKES) {
    if (mistake.test(path)) throw new TypeError(`${subject} ${correction}`);
  }
  const escaped = escapeAsClient(path);
  if (escaped.length <= YANDEX_MAX_RULE_CHARACTERS) return escaped;
  throw new TypeError(
    `${subject} exceeds ${YANDEX_MAX_RULE_CHARACTERS} characters, and Yandex ignores longer ones. Pass a shorter one.`,
  );
}

/** Clients escape more in the path than in the query. */
function escapeAsClient(path: string): string {
  const query = path.indexOf('?');
  const end = query < 0 ? path.length : query;
  return (
    path.slice(0, end).replaceAll(/[^\x20-\x7e]|[ "<>^`{}]/gu, encodeURIComponent) +
    path.slice(end).replaceAll(/[^\x20-\x7e]|[ "<>]/gu, encodeURIComponent)
  );
}
