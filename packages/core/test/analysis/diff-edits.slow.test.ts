/** Real edits of real files, if the shared corpus is available. */

import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Change } from '../../src/analysis/access-changes.js';
import { comparedCrawlers, NamedGroups, targetFor } from '../../src/analysis/audience.js';
import { diff } from '../../src/analysis/diff.js';
import { type Decider, decider, robotsFile } from '../../src/decide/decide.js';
import type { DialectName } from '../../src/dialect/dialect.js';
import { type Crawler, crawlerName } from '../../src/file/crawler.js';
import { matcherFor, parseRobotsTxt, type RobotsTxt } from '../../src/file/robots-txt.js';
import type { Matcher } from '../../src/match/matcher.js';
import { memoizeByObject } from '../../src/util/memoize-by-object.js';
import { dialectNames, variedCrawlers } from '../support/make.js';
import { isWider } from '../support/patterns.js';

const edits = new URL('../../../../../shared/corpus/edits.ndjson.gz', import.meta.url);

interface EditRow {
  readonly host: string;
  readonly old_b64: string;
  readonly new_b64: string;
}

const ORIGIN = 'https://example.com';
/** Maximum steps for a real edit, out of 13 million. */
const MAX_STEPS = 4_000_000;

function readEdits(): EditRow[] {
  const lines = gunzipSync(readFileSync(edits)).toString('utf8').trimEnd().split('\n');
  return lines.map((line): EditRow => JSON.parse(line));
}

function bytesOf(base64: string): Uint8Array {
  return new Uint8Array(Buffer.from(base64, 'base64'));
}

/** Texts for the stars of a pattern, and for what follows it. */
const FILLERS = ['', 'x', '/x', '.'];
/** Random targets per pair of groups. */
const RANDOM_TARGETS = 100;

/** Targets made from each rule of both files, and random ones of the same pieces. */
function targetsFor(matchers: readonly Matcher[]): ReadonlySet<string> {
  const patterns = new Set(matchers.flatMap(({ rules }) => rules.map(({ pattern }) => pattern)));
  const targets = new Set(['/']);
  const add = (text: string) => targets.add(text.startsWith('/') ? text : `/${text}`);
  for (const pattern of patterns) {
    const path = pattern.replace(/\$$/, '');
    for (const filler of FILLERS) {
      const text = path.replaceAll(/\*+/g, filler);
      for (const end of ['', ...FILLERS]) add(text + end);
      add(text.slice(0, -1));
    }
  }
  const pieces = [...patterns].flatMap((pattern) => pattern.split(/[*$]/)).concat('/', 'a', '/a/');
  let seed = pieces.length;
  const next = (below: number) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  for (let count = 0; count < RANDOM_TARGETS; count++) {
    add(Array.from({ length: 1 + next(3) }, () => pieces[next(pieces.length)]).join(''));
  }
  return targets;
}

/** Whether the pattern matches the target, and its rule. */
function patternIn(pattern: string, dialect: DialectName) {
  const text = `user-agent: *\nallow: ${pattern}\ndisallow: ${pattern}\n`;
  const matcher = parseRobotsTxt(text, { dialect }).matcher('*');
  const matches = (target: string) => matcher.explain(ORIGIN + target).reason === 'rule';
  return { rule: matcher.rules[0], matches };
}

if (existsSync(edits))
  describe('real edits', { timeout: 300_000 }, () => {
    test.each(dialectNames)('%s: no change is wrong or wider than its rule, none is missed', (dialect) => {
      const rows = readEdits();
      let undecided = 0;
      let changedTargets = 0;
      // One comparison at the end: an assertion per target would take longer than what it asserts.
      const missed: string[] = [];
      for (const { host, old_b64: old, new_b64: young } of rows) {
        const files = [old, young].map((body) => parseRobotsTxt(bytesOf(body), { dialect }));
        const [before, after] = files as [RobotsTxt, RobotsTxt];
        const found = diff(before, after, { budget: MAX_STEPS, documentedDialects: false });
        if (!found.complete) undecided++;
        const crawlers = comparedCrawlers(files, new NamedGroups(files));
        const byName = new Map(crawlers.map((crawler) => [crawlerName(crawler), crawler]));
        const patterns = memoizeByObject((change: Change) => patternIn(change.pattern, dialect));
        for (const change of found.changes) {
          const now = change.effect === 'newly-allowed';
          const blocking = now ? change.before.rule : change.after.rule;
          const { rule } = patterns(change);
          expect(isWider(rule, blocking, dialect), `${host} ${change.pattern}`).toBe(false);
          for (const name of change.productTokens) {
            const verdicts = files.map((file) => matcherFor(file, byName.get(name) as Crawler).isTargetAllowed(change.witness));
            expect(verdicts, host).toEqual([!now, now]);
          }
        }
        if (!found.complete) continue;
        const groups = new NamedGroups(files);
        const audiences = Map.groupBy(crawlers, (crawler) => groups.rulesKeyOf(crawler));
        for (const [crawler] of audiences.values()) {
          const name = crawlerName(crawler);
          const changes = found.changes.filter(({ productTokens }) => productTokens.includes(name));
          const matchers = files.map((file) => matcherFor(file, crawler));
          const blockingLines = changes.map(({ effect, before: then, after: now }) =>
            [effect, (effect === 'newly-blocked' ? now : then).rule?.pattern].join(),
          );
          for (const target of targetsFor(matchers)) {
            const [then, now] = matchers.map((matcher) => matcher.explain(ORIGIN + target));
            if (then.allowed === now.allowed) continue;
            changedTargets++;
            const effect = now.allowed ? 'newly-allowed' : 'newly-blocked';
            for (const deciding of [then.rule, now.rule]) {
              const isCovered = changes.some(
                (change) =>
                  change.effect === effect &&
                  !isWider(patterns(change).rule, deciding, dialect) &&
                  patterns(change).matches(target),
              );
              if (!isCovered) missed.push(`${host} ${name} ${target}: no pattern of a change matches`);
            }
            const blocking = [effect, (now.allowed ? then : now).rule?.pattern].join();
            if (!blockingLines.includes(blocking)) missed.push(`${host} ${name} ${target}: ${blocking}`);
          }
        }
      }
      expect(missed).toEqual([]);
      expect(rows.length).toBe(300);
      expect(undecided).toBeLessThanOrEqual(rows.length / 100);
      expect(changedTargets).toBeGreaterThan(10_000);
    });

    test('a crawler whose outcome changes is never called unaffected', () => {
      for (const { host, old_b64: old, new_b64: young } of readEdits().filter((_, at) => at % 3 === 0)) {
        const bodies = [old, young].map(bytesOf);
        const [before, after] = bodies.map((body) => parseRobotsTxt(body)) as [RobotsTxt, RobotsTxt];
        const { accessEquivalent } = diff(before, after);
        if (accessEquivalent !== true) continue;
        for (const crawler of variedCrawlers) {
          const [then, now] = bodies.map((body) => decider({ kind: 'file', file: robotsFile(body) }, crawler)) as [
            Decider,
            Decider,
          ];
          const patterns = [then, now].flatMap(({ matcher }) => matcher.rules.map(({ canonicalPattern }) => canonicalPattern));
          for (const target of patterns.map((pattern) => targetFor(pattern, 'x'))) {
            expect(now.outcome(ORIGIN + target), host).toBe(then.outcome(ORIGIN + target));
          }
        }
      }
    });
  });
