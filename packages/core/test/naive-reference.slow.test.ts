/** Tests the reference with the shared cases, if available. */
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { MIN_PARSING_LIMIT_BYTES } from '../src/dialect/limits.js';
import { NaiveRobotsTxt, naiveVerdict } from './naive/verdict.js';

const shelf = new URL('../../../../shared/', import.meta.url);

function readRows<Row>(path: string): Row[] {
  const text = gunzipSync(readFileSync(new URL(path, shelf))).toString('utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Row => JSON.parse(line));
}

interface GoogleRow {
  readonly robots_b64: string;
  readonly agent: string;
  readonly url: string;
  readonly google: boolean;
  readonly line: number;
}

interface RfcRow {
  readonly id: string;
  readonly robots_b64: string;
  readonly agent: string;
  readonly url: string;
  readonly google: boolean;
  readonly google_line: number;
  readonly rfc: boolean | null;
}

interface RealFile {
  readonly host: string;
  readonly robots_b64: string;
  readonly checks: readonly (readonly [agent: string, url: string, google: boolean, line: number])[];
}

/** Rows for which the drafts' request for leniency outweighs the text: `rfc9309` follows Google. */
function isOverruled(id: string): boolean {
  return (
    id.startsWith('rfc:typo-') ||
    [
      'rfc:missing-colon',
      'rfc:missing-colon-ua',
      'rfc:ua-foo-bar',
      'rfc:ua-version',
      'rfc:ua-star-text',
      'rfc:bad-ua-closes-group',
      'rfc:bad-path-closes-group',
      'rfc:space-in-path',
    ].includes(id)
  );
}

function bodyOf(row: { readonly robots_b64: string }): Uint8Array {
  return new Uint8Array(Buffer.from(row.robots_b64, 'base64'));
}

if (existsSync(shelf))
  describe('the naive reference passes the shared cases', () => {
    test.each(['google-golden', 'google-fuzz'])('GoogleOnly: %s, verdict and line', (name) => {
      const failures: unknown[] = [];
      const rows = readRows<GoogleRow>(`conformance/${name}.ndjson.gz`);
      for (const row of rows) {
        const { allowed, line } = naiveVerdict(bodyOf(row), row.url, row.agent, 'google');
        if (allowed !== row.google || line !== row.line) failures.push({ ...row, allowed, ours: line });
      }
      expect(rows.length).toBeGreaterThan(0);
      expect(failures).toEqual([]);
    });

    test('GoogleOnly: the checks of the real files, verdict and line', () => {
      const failures: unknown[] = [];
      for (const file of readRows<RealFile>('corpus/robots-files.ndjson.gz')) {
        const body = bodyOf(file);
        // The limit belongs to Google's fetcher, not its parser, and one file is longer.
        const maxBytes = Math.max(MIN_PARSING_LIMIT_BYTES, body.length);
        const robotsTxt = new NaiveRobotsTxt(body, 'google', maxBytes);
        for (const [agent, url, google, googleLine] of file.checks) {
          const { allowed, line } = robotsTxt.verdict(url, agent);
          if (allowed !== google || line !== googleLine) {
            failures.push({ host: file.host, agent, url, google, googleLine, allowed, line });
          }
        }
      }
      expect(failures).toEqual([]);
    });

    test('RFC 9309: the minimal cases, except those overruled', () => {
      const failures: unknown[] = [];
      for (const row of readRows<RfcRow>('conformance/rfc-vs-google.ndjson.gz')) {
        const google = naiveVerdict(bodyOf(row), row.url, row.agent, 'google');
        if (google.allowed !== row.google || google.line !== row.google_line) {
          failures.push({ ...row, naive: google });
        }
        const expected = isOverruled(row.id) ? row.google : row.rfc;
        if (expected === null) continue;
        const rfc = naiveVerdict(bodyOf(row), row.url, row.agent, 'rfc9309');
        if (rfc.allowed !== expected) failures.push({ ...row, naive: rfc });
      }
      expect(failures).toEqual([]);
    });
  });
