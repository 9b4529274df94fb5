/** Real edits of real files, if the shared corpus is available. */

import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { diff } from '../../src/analysis/diff.js';
import { minimize } from '../../src/analysis/minimize.js';
import { witnesses } from '../../src/analysis/witnesses.js';
import { crawlerProfile } from '../../src/crawlers/known-crawlers.js';
import { matcherFor } from '../../src/decide/crawler.js';
import { type Decider, decider, robotsFile } from '../../src/decide/decide.js';
import { parseRobotsTxt, type RobotsTxt } from '../../src/file/robots-txt.js';
import { rankedRulesOf } from '../../src/prover/ranked-rules.js';
import { dialectNames, variedCrawlers } from '../support/make.js';

const edits = new URL('../../../../../shared/corpus/edits.ndjson.gz', import.meta.url);

interface EditRow {
  readonly host: string;
  readonly old_b64: string;
  readonly new_b64: string;
}

const ORIGIN = 'https://example.com';
/** Targets checked per pair. */
const TARGETS_A_PAIR = 200;
/** Maximum steps for a real edit, out of 13 million. */
const MAX_STEPS = 4_000_000;

function readEdits(): EditRow[] {
  const lines = gunzipSync(readFileSync(edits)).toString('utf8').trimEnd().split('\n');
  return lines.map((line): EditRow => JSON.parse(line));
}

function bytesOf(base64: string): Uint8Array {
  return new Uint8Array(Buffer.from(base64, 'base64'));
}

/** Targets made from the rules of both files, and random ones of the same pieces. */
function targetsFor(files: readonly RobotsTxt[], token: string): string[] {
  const derived = files.flatMap((file) => witnesses(file.matcher(token), TARGETS_A_PAIR / 4));
  const patterns = files.flatMap((file) => rankedRulesOf(file.matcher(token)).rules);
  const pieces = patterns.flatMap(({ pattern }) => pattern.split(/[*$]/)).concat('/', 'a', '/a/');
  let seed = pieces.length;
  const next = (below: number) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  const random = Array.from({ length: TARGETS_A_PAIR - derived.length }, () => {
    const some = Array.from({ length: 1 + next(3) }, () => pieces[next(pieces.length)]);
    const text = some.join('');
    return text.startsWith('/') ? text : `/${text}`;
  });
  return [...derived, ...random];
}

if (existsSync(edits))
  describe('real edits', { timeout: 300_000 }, () => {
    test.each(dialectNames)('%s: no wrong change, few undecided', (dialect) => {
      const rows = readEdits();
      let undecided = 0;
      for (const { host, old_b64: old, new_b64: young } of rows) {
        const files = [old, young].map((body) => parseRobotsTxt(bytesOf(body), { dialect }));
        const [before, after] = files as [RobotsTxt, RobotsTxt];
        const found = diff(before, after, { budget: MAX_STEPS, documentedDialects: false });
        if (!found.complete) undecided++;
        for (const { productTokens, witness, effect } of found.changes) {
          const now = effect === 'newly-allowed';
          for (const token of productTokens) {
            // A known crawler may follow other groups than its product token.
            const verdicts = [token, crawlerProfile(token) ?? token].map((crawler) =>
              files.map((file) => matcherFor(file, crawler).isTargetAllowed(witness)),
            );
            expect(verdicts, host).toContainEqual([!now, now]);
          }
        }
        if (!found.complete) continue;
        const tokens = new Set(found.changes.flatMap(({ productTokens }) => productTokens));
        for (const token of ['*', [...tokens][0] ?? 'foo']) {
          const patterns = found.changes.filter(({ productTokens }) =>
            productTokens.includes(token),
          );
          const rules = patterns.map(({ pattern }) => `disallow: ${pattern}\nallow: ${pattern}\n`);
          const changed = parseRobotsTxt(`user-agent: *\n${rules.join('')}`, { dialect }).matcher(
            '*',
          );
          const [then, now] = [before.matcher(token), after.matcher(token)];
          for (const target of targetsFor(files, token)) {
            if (then.isTargetAllowed(target) === now.isTargetAllowed(target)) continue;
            const { reason } = changed.explain(ORIGIN + target);
            expect(reason, `${host} ${token} ${target}`).toBe('rule');
          }
        }
      }
      expect(rows.length).toBe(300);
      expect(undecided).toBeLessThanOrEqual(rows.length / 100);
    });

    test('a crawler whose outcome changes is never called unaffected', () => {
      for (const { host, old_b64: old, new_b64: young } of readEdits().filter(
        (_, at) => at % 3 === 0,
      )) {
        const bodies = [old, young].map(bytesOf);
        const [before, after] = bodies.map((body) => parseRobotsTxt(body)) as [
          RobotsTxt,
          RobotsTxt,
        ];
        const { accessEquivalent } = diff(before, after);
        if (accessEquivalent !== true) continue;
        for (const crawler of variedCrawlers) {
          const [then, now] = bodies.map((body) =>
            decider({ kind: 'file', file: robotsFile(body) }, crawler),
          ) as [Decider, Decider];
          for (const target of [then, now].flatMap(({ matcher }) => witnesses(matcher, 20))) {
            expect(now.outcome(ORIGIN + target), host).toBe(then.outcome(ORIGIN + target));
          }
        }
      }
    });

    test('a minimized file is equivalent and not longer', () => {
      for (const { host, old_b64: body } of readEdits().slice(0, 100)) {
        const bytes = bytesOf(body);
        const { text, proof } = minimize(parseRobotsTxt(bytes));
        expect(proof.accessEquivalent, host).toBe(true);
        expect(text.length, host).toBeLessThanOrEqual(bytes.length);
        expect(minimize(parseRobotsTxt(text)).text, host).toBe(text);
      }
    });
  });
