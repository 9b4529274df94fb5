/** The cases in the published form, made from the files in cases/. */
import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = new URL('../', import.meta.url);

/** @param {string} path in this package */
export const read = (path) => readFileSync(new URL(path, FOLDER), 'utf8');

/** Longer bodies and URLs stay in parts: a list of [text, times]. */
const LONGEST_TEXT = 8192;

/**
 * A case as published. case.schema.json describes it.
 *
 * @typedef {{ id: string, clause: string, source: string, dialect?: string, body?: string, body_b64?: string,
 *   body_parts?: [string, number][], token?: string | string[], crawler?: string | string[], url?: string, max_bytes?: number,
 *   input?: Record<string, unknown>, expected: Record<string, any>, why: string, quote?: string, tags: string[] }} Case
 */

/** @type {Record<string, [section: string, why: string, byDialect?: Record<string, string>, quote?: string]>} */
const REASONS = JSON.parse(read('runner/reasons.json'));

/** @type {readonly [start: string, address: string][]} */
const SOURCES = [
  ['draft-koster-rep-00', 'https://datatracker.ietf.org/doc/html/draft-koster-rep-00'],
  ['Koster 1996', 'https://www.robotstxt.org/norobots-rfc.txt'],
  ['Google', 'https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec'],
  ['draft-', 'https://datatracker.ietf.org/doc/html/'],
  ['contentsignals.org', 'https://contentsignals.org/'],
  ['RSL', 'https://rslstandard.org/rsl'],
  ['Yandex: Robots.txt parsing errors', 'https://yandex.com/support/webmaster/en/error-dictionary/robots-txt'],
  ['Yandex', 'https://yandex.com/support/webmaster/en/robot-workings/allow-disallow'],
  ['TDMRep', 'https://www.w3.org/community/reports/tdmrep/CG-FINAL-tdmrep-20240510/'],
];

/** Documents of dialects, for cases that cite a row of the table of dialects. */
const DOCUMENTS = { google: 'Google', koster1996: 'Koster 1996', yandex: 'Yandex' };

/**
 * @param {string} clause
 * @param {string} section of RFC 9309 for a row of the table of dialects
 * @param {string} dialect
 * @returns {string} an address, or the name of the document if it has none
 */
function sourceOf(clause, section, dialect) {
  const ofDialect = DOCUMENTS[/** @type {keyof typeof DOCUMENTS} */ (dialect)] ?? dialect;
  const isOwn = /^(row|Asking|Other|Overruled|Not over)/.test(clause);
  const cited = isOwn ? ofDialect.replace('rfc9309', 'RFC 9309') : clause;
  const [, own] = /^RFC 9309 ([\d.]+)/.exec(clause) ?? [];
  if (cited.startsWith('RFC 9309')) {
    const name = own ?? section;
    return `https://www.rfc-editor.org/rfc/rfc9309${name && `#section-${name}`}`;
  }
  const [start, address] = SOURCES.find(([name]) => cited.startsWith(name)) ?? [];
  return start === 'draft-' ? `${address}${cited.split(' ')[0]}` : (address ?? clause);
}

/**
 * @param {Record<string, any>} item
 * @param {string} name `body` or `url`
 */
function textOf(item, name) {
  const { [name]: text, [`${name}_b64`]: bytes, [`${name}_parts`]: parts } = item;
  if (bytes !== undefined) return { [`${name}_b64`]: bytes };
  if (parts === undefined) return text === undefined ? {} : { [name]: text };
  const length = parts.reduce(
    (/** @type {number} */ sum, /** @type {[string, number]} */ [part, times]) => sum + part.length * times,
    0,
  );
  return name === 'url' || length <= LONGEST_TEXT ? { [name]: joinParts(parts) } : { [`${name}_parts`]: parts };
}

/** Tags of files whose cases have no level. */
const TAGS_OF_FILE = {
  aipref: ['aipref'],
  'content-signals': ['content-signal'],
  'page-rules': ['page-rules'],
  profiles: ['crawlers'],
  robustness: ['robustness'],
};

/** Rows of the table of dialects about bytes and sizes that a parser has to survive. */
const ROBUST_ROWS = [2, 4, 5, 25];

/**
 * Returns the tags of a case. Under RFC 9309 it has one of three levels, and is required if it states none.
 *
 * @param {string} file name without extension
 * @param {Record<string, any>} item
 * @param {string} dialect
 * @returns {string[]}
 */
function tagsOf(file, { id, rows = [], level = 'must' }, dialect) {
  const ofFile = TAGS_OF_FILE[/** @type {keyof typeof TAGS_OF_FILE} */ (file)];
  if (ofFile !== undefined) return ofFile;
  if (file === 'rsl-tdmrep') return [id.startsWith('rsl-tdmrep/rsl') ? 'rsl' : 'tdmrep'];
  if (dialect !== 'rfc9309') return [dialect];
  const isRobust = rows.some((/** @type {number} */ row) => ROBUST_ROWS.includes(row)) || id.includes('/hostile');
  return [`rfc9309-${level}`, ...(isRobust ? ['robustness'] : [])];
}

/** @param {[string, number][]} parts */
export const joinParts = (parts) => parts.map(([text, times]) => text.repeat(times)).join('');

/**
 * @param {string} file name without extension
 * @param {Record<string, any>} item a line of it
 * @returns {Case[]} one per dialect
 */
function publish(file, item) {
  const {
    id,
    clause,
    rows = [],
    note,
    level: _level,
    dialect,
    productToken,
    crawler,
    maxBytes,
    allowed,
    line,
    throws,
    ...rest
  } = item;
  const {
    body: _body,
    body_b64: _bytes,
    body_parts: _parts,
    url: _url,
    url_parts: _urlParts,
    expected,
    step,
    governed = true,
    ...input
  } = rest;
  const reason = REASONS[rows[0]] ?? REASONS[file];
  return [dialect].flat().map((name) => {
    const because = note ?? reason?.[2]?.[name] ?? reason?.[1] ?? `${clause} says so`;
    const result = throws ? { error: true } : { allowed, line, ...(crawler && !expected && { step, governed }) };
    const verdict = allowed ? 'allows' : 'disallows';
    const decided = line ? `Line ${line} ${verdict} the URL` : 'No rule decides, so the URL is allowed';
    const outcome = expected ? 'Expected as stated' : throws ? 'The query is invalid' : decided;
    const source = sourceOf(clause, reason?.[0] ?? '', name ?? '');
    return {
      id: name === undefined || expected ? id : `${id}/${name}`,
      clause,
      source,
      ...(name && { dialect: name }),
      ...textOf(item, 'body'),
      ...(productToken !== undefined && { token: productToken }),
      ...(crawler !== undefined && { crawler }),
      ...textOf(item, 'url'),
      ...(maxBytes !== undefined && { max_bytes: maxBytes }),
      ...(Object.keys(input).length > 0 && { input }),
      expected: expected ?? result,
      why: `${outcome}: ${because}`.replace(/[^.!?")]$/, '$&.'),
      ...(name === 'rfc9309' && reason?.[3] && { quote: reason[3] }),
      tags: tagsOf(file, item, name ?? ''),
    };
  });
}

/** What the runner runs if no tags are chosen: the RFC, and bytes and sizes that a parser has to survive. */
export const DEFAULT_TAGS = ['rfc9309-must', 'rfc9309-should', 'rfc9309-silent', 'robustness'];

/** Returns all cases. */
export function allCases() {
  const files = readdirSync(new URL('cases/', FOLDER)).sort();
  return files.flatMap((file) => {
    const lines = read(`cases/${file}`)
      .split('\n')
      .filter((line) => line !== '');
    return lines.flatMap((line) => publish(file.replace('.ndjson', ''), JSON.parse(line)));
  });
}

/**
 * Returns the robots.txt of a case.
 *
 * @param {Case} item
 */
export function bytesOf({ body = '', body_b64: bytes, body_parts: parts }) {
  if (bytes !== undefined) return Buffer.from(bytes, 'base64');
  return Buffer.from(parts === undefined ? body : joinParts(parts));
}
