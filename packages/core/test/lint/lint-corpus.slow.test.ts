/** Real files, if the shared corpus is available. */
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { diff } from '../../src/analysis/diff.js';
import { parseRobotsTxt } from '../../src/index.js';
import type { DiagnosticCode } from '../../src/lint/checks/index.js';
import { checkFixes } from '../../src/lint/fix-safety.js';
import { applyFixes } from '../../src/lint/fixes.js';
import { lint } from '../../src/lint/lint.js';
import { format } from '../../src/write/format.js';
import { dialectNames } from '../support/make.js';

const CORPUS = new URL('../../../../../shared/corpus/robots-files.ndjson.gz', import.meta.url);
/** Tests every STEP-th file. */
const STEP = 15;
const REDUNDANT: readonly DiagnosticCode[] = ['rule-changes-nothing', 'allow-reopens-nothing'];

function filesOf(): Uint8Array[] {
  const lines = gunzipSync(readFileSync(CORPUS)).toString().trim().split('\n');
  return lines
    .filter((_, index) => index % STEP === 0)
    .map((line) => new Uint8Array(Buffer.from(JSON.parse(line).robots_b64, 'base64')));
}

if (existsSync(CORPUS))
  describe('real files', () => {
    const files = existsSync(CORPUS) ? filesOf() : [];

    /** Their fixes change verdicts. */
    const MAKES_RULES_APPLY = ['allow-too-short', 'drops-everyones-rules'];

    test('lint stays within the file, and its fixes preserve every verdict', () => {
      for (const body of files) {
        const robotsTxt = parseRobotsTxt(body);
        const found = lint(robotsTxt).filter(({ code }) => !MAKES_RULES_APPLY.includes(code));
        for (const { span } of found) expect(span.end).toBeLessThanOrEqual(body.length);
        const fixed = parseRobotsTxt(applyFixes(body, found));
        expect(diff(robotsTxt, fixed).changes).toEqual([]);
      }
    });

    test('safe fixes preserve every verdict in every dialect, and remove redundant rules', () => {
      let removed = 0;
      for (const body of files) {
        const robotsTxt = parseRobotsTxt(body);
        const { safe } = checkFixes(robotsTxt, lint(robotsTxt));
        const fixed = applyFixes(body, safe);
        removed += safe.filter(({ code }) => REDUNDANT.includes(code)).length;
        for (const dialect of dialectNames) {
          const [before, after] = [body, fixed].map((file) => parseRobotsTxt(file, { dialect }));
          expect(diff(before, after, { documentedDialects: false }).accessEquivalent).toBe(true);
        }
      }
      expect(removed).toBeGreaterThan(50);
    });

    test('format preserves every verdict in every dialect and is idempotent', () => {
      for (const body of files) {
        for (const dialect of dialectNames) {
          const robotsTxt = parseRobotsTxt(body, { dialect });
          const text = format(robotsTxt, { sortRules: true });
          const formatted = parseRobotsTxt(text, { dialect });
          expect(diff(robotsTxt, formatted, { documentedDialects: false }).changes).toEqual([]);
          expect(format(formatted, { sortRules: true })).toBe(text);
        }
      }
    });
  });
