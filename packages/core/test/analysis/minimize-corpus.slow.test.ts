/** Real files, if the shared corpus is available. */
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { minimize } from '../../src/analysis/minimize.js';
import { witnesses } from '../../src/analysis/witnesses.js';
import { decider, parseRobotsTxt, robotsFile } from '../../src/index.js';
import { variedCrawlers } from '../support/make.js';

const CORPUS = new URL('../../../../../shared/corpus/robots-files.ndjson.gz', import.meta.url);
const STEP = 24;
const ORIGIN = 'https://example.com';
/** Targets checked per file and crawler. */
const TARGETS = 20;

if (existsSync(CORPUS))
  test('real files: equivalent, complete and idempotent at the default budget', () => {
    const lines = gunzipSync(readFileSync(CORPUS)).toString().trim().split('\n');
    const files = lines.filter((_, index) => index % STEP === 0);
    for (const line of files) {
      const body = new Uint8Array(Buffer.from(JSON.parse(line).robots_b64, 'base64'));
      const { text, proof, complete } = minimize(parseRobotsTxt(body));
      expect([proof.accessEquivalent, complete]).toEqual([true, true]);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(body.length);
      expect(minimize(parseRobotsTxt(text)).text).toBe(text);
      for (const crawler of variedCrawlers) {
        const [before, after] = [body, text].map((one) =>
          decider({ kind: 'file', file: robotsFile(one) }, crawler),
        );
        for (const target of witnesses(before.matcher, TARGETS)) {
          expect(after.outcome(ORIGIN + target), target).toBe(before.outcome(ORIGIN + target));
        }
      }
    }
  });
