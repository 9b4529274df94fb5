/** Loads the cases in a folder `shared` next to the project, if it exists. */
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { MIN_PARSING_LIMIT_BYTES as PARSING_LIMIT } from '@repkit/core';
import type { Case, Query } from './case.js';
import { isOverruled } from './overruled.js';

export interface Suite {
  readonly name: string;
  readonly cases: Case[];
}

const FOLDER = new URL('../../../../shared/', import.meta.url);

/** Returns the folder with a trailing slash, or `undefined` if it has no conformance data. */
export function findShared(folder: URL = FOLDER): URL | undefined {
  return existsSync(new URL('conformance/', folder)) ? folder : undefined;
}

/** @throws Error with `file:line: message` for invalid data */
export function* sharedSuites(folder: URL): Generator<Suite, void, undefined> {
  yield { name: 'google-golden', cases: googleCases(folder, 'google-golden') };
  yield { name: 'google-fuzz', cases: googleCases(folder, 'google-fuzz') };
  yield { name: 'robots-files', cases: robotsFilesCases(folder) };
  yield { name: 'rfc-vs-google, column google', cases: columnGoogle(folder) };
  yield { name: 'rfc-vs-google, column rfc', cases: columnRfc(folder) };
}

function googleCases(folder: URL, name: string): Case[] {
  return readLines(folder, `conformance/${name}.ndjson.gz`, (row, line) => ({
    id: typeof row.id === 'string' ? row.id : `${name}:${line}`,
    query: queryOf(row, 'google'),
    expected: { kind: 'verdict', allowed: booleanOf(row.google), line: numberOf(row.line) },
  }));
}

/**
 * Real files with checks: `[product token, URL, Google's verdict, line]`. The parsing limit is raised
 * to the file size: the verdicts come from Google's parser, which has no limit, unlike its crawler
 * (Google's page, "File format").
 */
function robotsFilesCases(folder: URL): Case[] {
  const files = readLines(folder, 'corpus/robots-files.ndjson.gz', (row) => {
    const body = Buffer.from(stringOf(row.robots_b64), 'base64');
    const maxBytes = Math.max(body.length, PARSING_LIMIT);
    return arrayOf(row.checks).map((check, index): Case => {
      const [productToken, url, allowed, line] = arrayOf(check);
      return {
        id: `${stringOf(row.host)}:${index + 1}`,
        query: {
          body,
          productToken: stringOf(productToken),
          url: stringOf(url),
          dialect: 'google',
          maxBytes,
        },
        expected: { kind: 'verdict', allowed: booleanOf(allowed), line: numberOf(line) },
      };
    });
  });
  return files.flat();
}

function columnGoogle(folder: URL): Case[] {
  return readLines(folder, 'conformance/rfc-vs-google.ndjson.gz', (row) => ({
    id: `${stringOf(row.id)}/google`,
    query: queryOf(row, 'google'),
    expected: { kind: 'verdict', allowed: booleanOf(row.google), line: numberOf(row.google_line) },
  }));
}

/** Skips rows on which the RFC is silent (null); overruled rows use Google's verdict. */
function columnRfc(folder: URL): Case[] {
  const rows = readLines(folder, 'conformance/rfc-vs-google.ndjson.gz', (row): Case[] => {
    if (row.rfc === null) return [];
    const id = stringOf(row.id);
    const allowed = booleanOf(isOverruled(id) ? row.google : row.rfc);
    return [
      {
        id: `${id}/rfc9309`,
        query: queryOf(row, 'rfc9309'),
        expected: { kind: 'verdict', allowed },
      },
    ];
  });
  return rows.flat();
}

type Row = Readonly<Record<string, unknown>>;

function queryOf(row: Row, dialect: Query['dialect']): Query {
  return {
    body: Buffer.from(stringOf(row.robots_b64), 'base64'),
    productToken: stringOf(row.agent),
    url: stringOf(row.url),
    dialect,
  };
}

function readLines<Result>(folder: URL, file: string, read: (row: Row, line: number) => Result): Result[] {
  const text = gunzipSync(readFileSync(new URL(file, folder))).toString();
  return text.split('\n').flatMap((line, index) => {
    if (line === '') return [];
    try {
      return [read(JSON.parse(line), index + 1)];
    } catch (error) {
      throw new Error(`${file}:${index + 1}: ${(error as Error).message}`);
    }
  });
}

function stringOf(value: unknown): string {
  if (typeof value !== 'string') throw new Error(`${JSON.stringify(value)} is not a string`);
  return value;
}

function booleanOf(value: unknown): boolean {
  if (typeof value !== 'boolean') throw new Error(`${JSON.stringify(value)} is not a boolean`);
  return value;
}

function numberOf(value: unknown): number {
  if (typeof value !== 'number') throw new Error(`${JSON.stringify(value)} is not a number`);
  return value;
}

function arrayOf(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Error(`${JSON.stringify(value)} is not a list`);
  return value;
}
