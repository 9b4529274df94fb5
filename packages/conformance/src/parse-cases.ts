/** Parses a file of cases, one JSON object per line. No node:* imports, because browsers use it too. */
import { type DialectName, dialects, type ProfileStep } from '@repkit/core';
import { crawlerProfile } from '@repkit/core/crawlers';
import type { ClauseCase, Expected, Query } from './case.js';

/** The rows of the table of dialects. */
export const ROWS = Array.from({ length: 25 }, (_, index) => index + 1);

const KEYS = new Set([
  ...['id', 'clause', 'note', 'rows', 'level', 'dialect', 'allowed', 'line', 'throws'],
  ...['body', 'body_b64', 'body_parts', 'url', 'url_parts', 'maxBytes'],
  ...['productToken', 'crawler', 'step', 'governed'],
]);

const STEPS: Readonly<Record<ProfileStep, true>> = {
  'own-group': true,
  'fallback-group': true,
  'star-group': true,
  'star-ignored': true,
  'no-group': true,
};

type Fields = Readonly<Record<string, unknown>>;

/**
 * Parses the cases of a file. A line with several dialects yields one case per dialect, with the dialect in its ID.
 *
 * @param name the file name without extension: every ID starts with it
 * @throws Error with one line `name.ndjson:line: message` per invalid line
 */
export function parseCases(text: string, name: string): ClauseCase[] {
  const cases: ClauseCase[] = [];
  const errors: string[] = [];
  const ids = new Set<string>();
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    try {
      for (const item of parseLine(line, name)) {
        if (ids.has(item.id)) throw new Error(`duplicate id ${item.id}`);
        ids.add(item.id);
        cases.push(item);
      }
    } catch (error) {
      errors.push(`${name}.ndjson:${index + 1}: ${(error as Error).message}`);
    }
  }
  if (errors.length > 0) throw new Error(errors.join('\n'));
  return cases;
}

function parseLine(line: string, name: string): ClauseCase[] {
  const fields: unknown = JSON.parse(line);
  if (!isFields(fields)) throw new Error('not an object');
  const unknownKey = Object.keys(fields).find((key) => !KEYS.has(key));
  if (unknownKey !== undefined) throw new Error(`unknown field ${unknownKey}`);

  const id = stringOf(fields, 'id');
  if (!id.startsWith(`${name}/`)) throw new Error(`the id must start with ${name}/`);
  if (!/^[a-z0-9.-]+(\/[a-z0-9.-]+)+$/.test(id)) throw new Error(`${id} is not in kebab-case`);
  const clause = stringOf(fields, 'clause');
  if (clause === '') throw new Error('the clause is empty');
  if (fields.note !== undefined) stringOf(fields, 'note');
  if (fields.level !== undefined && !/^(should|silent)$/.test(stringOf(fields, 'level')))
    throw new Error('level must be should or silent, or missing if RFC 9309 requires the verdict');

  const rows = rowsOf(fields);
  const common = {
    body: bodyOf(fields),
    productToken: productTokenOf(fields),
    url: urlOf(fields),
    ...maxBytesOf(fields),
  };
  const expected = expectedOf(fields);
  return dialectsOf(fields).map((dialect) => {
    const query: Query = { ...common, dialect };
    return { id: `${id}/${dialect}`, clause, rows, query, expected };
  });
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function stringOf(fields: Fields, key: string): string {
  const value = fields[key];
  if (typeof value !== 'string') throw new Error(`${key} must be a string`);
  return value;
}

function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string');
}

function productTokenOf(fields: Fields): Query['productToken'] {
  const { productToken } = fields;
  if (fields.crawler !== undefined) {
    if (productToken !== undefined) throw new Error('one of productToken, crawler is needed');
    const name = stringOf(fields, 'crawler');
    const profile = crawlerProfile(name);
    if (profile === undefined) throw new Error(`there is no crawler ${name}`);
    return profile;
  }
  if (typeof productToken === 'string' || isStrings(productToken)) return productToken;
  throw new Error('productToken must be a string or a list of strings');
}

function dialectsOf(fields: Fields): DialectName[] {
  const { dialect } = fields;
  const names = typeof dialect === 'string' ? [dialect] : dialect;
  if (!isStrings(names)) throw new Error('dialect must be a name or a list of names');
  return names.map((name) => {
    if (!isDialectName(name)) throw new Error(`unknown dialect ${name}`);
    return name;
  });
}

function isDialectName(name: string): name is DialectName {
  return Object.hasOwn(dialects, name);
}

function rowsOf(fields: Fields): number[] {
  const { rows } = fields;
  if (!Array.isArray(rows)) throw new Error('rows must be a list of numbers');
  const wrong = rows.find((row) => !ROWS.includes(row));
  if (wrong !== undefined) throw new Error(`unknown row ${wrong}`);
  return rows;
}

function maxBytesOf({ maxBytes }: Fields): { maxBytes?: number } {
  if (maxBytes === undefined) return {};
  if (typeof maxBytes === 'number' && Number.isInteger(maxBytes)) return { maxBytes };
  throw new Error('maxBytes must be a number of bytes');
}

function bodyOf(fields: Fields): Query['body'] {
  switch (onlyOneOf(fields, ['body', 'body_b64', 'body_parts'])) {
    case 'body':
      return stringOf(fields, 'body');
    case 'body_b64':
      return bytesOf(stringOf(fields, 'body_b64'));
    default:
      return joined(fields, 'body_parts');
  }
}

function urlOf(fields: Fields): string {
  const key = onlyOneOf(fields, ['url', 'url_parts']);
  return key === 'url' ? stringOf(fields, key) : joined(fields, key);
}

function onlyOneOf(fields: Fields, keys: readonly string[]): string {
  const [key, ...more] = keys.filter((candidate) => fields[candidate] !== undefined);
  if (key === undefined || more.length > 0) throw new Error(`exactly one of ${keys.join(', ')} is required`);
  return key;
}

/** Expands `[["ab", 2], ["c", 1]]` to `ababc`, so that long bodies and URLs stay readable in the data. */
function joined(fields: Fields, key: string): string {
  const parts = fields[key];
  if (!Array.isArray(parts)) throw new Error(`${key} must be a list of [text, times]`);
  const texts = parts.map((part: unknown) => {
    const [text, times] = Array.isArray(part) && part.length === 2 ? part : [];
    if (typeof text === 'string' && Number.isInteger(times) && times > 0) return text.repeat(times);
    throw new Error(`${key} must be a list of [text, times]`);
  });
  return texts.join('');
}

/** @throws if the text is not base64 */
export function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

function expectedOf(fields: Fields): Expected {
  const { allowed, line, throws } = fields;
  if (throws !== undefined) {
    if (throws !== true) throw new Error('throws can only be true');
    if (allowed === undefined && line === undefined) return { kind: 'type-error' };
    throw new Error('a case with throws must not have allowed or line');
  }
  if (typeof allowed !== 'boolean') throw new Error('allowed must be true or false');
  if (typeof line !== 'number' || !Number.isInteger(line) || line < 0) {
    throw new Error('line must be a line number, or 0 for none');
  }
  // RFC 9309 2.2.2: "If no match is found […] the URI is allowed."
  if (!allowed && line === 0) throw new Error('only a rule can disallow: line must be its number');
  return { kind: 'verdict', allowed, line, ...ofProfile(fields) };
}

/** Parses the expected result for a crawler profile (default: governed). */
function ofProfile({ crawler, step, governed = true }: Fields): Partial<Expected> {
  if (crawler === undefined) {
    if (step === undefined && governed === true) return {};
    throw new Error('step and governed are for a crawler');
  }
  if (typeof governed !== 'boolean') throw new Error('governed must be true or false');
  if (!isStep(step)) throw new Error(`step must be one of ${Object.keys(STEPS).join(', ')}`);
  return { step, governed };
}

function isStep(value: unknown): value is ProfileStep {
  return typeof value === 'string' && Object.hasOwn(STEPS, value);
}
