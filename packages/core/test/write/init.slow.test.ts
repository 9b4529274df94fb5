/** Real files, if the shared corpus is available, and generated ones. */
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { diff, type InitOptions, type InitReason, initRobotsTxt, lint } from '../../src/analysis.js';
import { crawlersFor, knownCrawlers } from '../../src/crawlers.js';
import { crawlerName } from '../../src/file/crawler.js';
import { isGoverned, parseRobotsTxt } from '../../src/index.js';

const CORPUS = new URL('../../../../../shared/corpus/robots-files.ndjson.gz', import.meta.url);
/** Tests every STEP-th file: 300 of 1,500. */
const STEP = 5;
const SHOP: InitOptions = { block: ['ai-training'], keep: ['search', 'ai-search'] };
const DECIDED: InitOptions = { ...SHOP, except: ['bingbot', 'Google-Extended'] };

function filesOf(): Uint8Array[] {
  const lines = gunzipSync(readFileSync(CORPUS)).toString().trim().split('\n');
  return lines
    .filter((_, index) => index % STEP === 0)
    .map((line) => new Uint8Array(Buffer.from(JSON.parse(line).robots_b64, 'base64')));
}

/** The number of warnings and errors by code. */
function warningsOf(body: string | Uint8Array): ReadonlyMap<string, number> {
  const warnings = lint(parseRobotsTxt(body)).filter(({ severity }) => severity !== 'info');
  return new Map([...Map.groupBy(warnings, ({ code }) => code)].map(([code, { length }]) => [code, length]));
}

if (existsSync(CORPUS))
  describe('real files', { timeout: 300_000 }, () => {
    const files = existsSync(CORPUS) ? filesOf() : [];

    test('mixed crawlers are named, and nothing is written', () => {
      for (const body of files) {
        const result = initRobotsTxt(body, SHOP);
        expect(result).toMatchObject({
          reason: 'mixed',
          mixed: [{ name: 'bingbot' }, { name: 'Google-Extended' }],
        });
      }
    });

    test('only the chosen crawlers change, lint reports nothing new, and an update changes nothing', () => {
      const chosen = new Set(crawlersFor('ai-training').map(({ name }) => name.toLowerCase()));
      for (const name of DECIDED.except ?? []) chosen.delete(name.toLowerCase());
      let changed = 0;
      for (const body of files) {
        const result = initRobotsTxt(body, DECIDED);
        if (result.kind === 'refused') throw new Error(result.message);
        const { changes, complete } = diff(parseRobotsTxt(body), parseRobotsTxt(result.text));
        expect(complete).toBe(true);
        const names = changes.flatMap(({ productTokens }) => productTokens);
        expect(names.filter((name) => !chosen.has(name.toLowerCase()))).toEqual([]);
        if (names.length > 0) changed++;
        const before = warningsOf(body);
        for (const [code, count] of warningsOf(result.text)) {
          expect(count, code).toBeLessThanOrEqual(before.get(code) ?? 0);
        }
        expect(initRobotsTxt(result.text, { update: true })).toMatchObject({ text: result.text });
      }
      expect(files).toHaveLength(300);
      // One file blocks all crawlers already.
      expect(changed).toBe(299);
    });

    test.each([
      // A file has 500 KiB of rules, which the crawlers that are not blocked would need twice.
      [['search'], ['too-large']],
      [['ai-training', 'ai-search', 'ai-user'], []],
      // A file merges the group of a blocked crawler with the next one.
      [['seo', 'monitoring'], ['unproved']],
      [['advertising', 'preview', 'archive', 'other'], []],
    ] as const)('crawlers for %j can be blocked', (block, refusals) => {
      const chosen = new Set(block.flatMap((purpose) => crawlersFor(purpose)).map(({ name }) => name.toLowerCase()));
      const refused: InitReason[] = [];
      for (const body of files.filter((_, index) => index % 5 === 1)) {
        const result = initRobotsTxt(body, { block, includingMixed: true });
        if (result.kind === 'refused') {
          refused.push(result.reason);
          continue;
        }
        const { changes } = diff(parseRobotsTxt(body), parseRobotsTxt(result.text));
        const names = changes.flatMap(({ productTokens }) => productTokens);
        expect(names.filter((name) => !chosen.has(name.toLowerCase()))).toEqual([]);
        expect(initRobotsTxt(result.text, { update: true })).toMatchObject({ text: result.text });
      }
      expect(refused).toEqual(refusals);
    });
  });

describe('generated files', () => {
  const LINES = [
    ...['User-agent: *', 'User-agent: Googlebot', 'User-agent: CCBot', 'User-agent: GoogleOther'],
    ...['user-agent: gptbot', 'User-agent: Mine', 'Disallow: /', 'Disallow: /a', 'Allow: /a/b'],
    ...['Disallow:', 'Crawl-delay: 1', 'Sitemap: https://example.com/s.xml', '', '# comment'],
    ...['LLMs: /llms.txt', 'Content-Usage: train-ai=n', 'License: https://example.com/l', 'x'],
  ];
  const REQUESTS: readonly InitOptions[] = [
    { block: ['ai-training'], includingMixed: true },
    { block: ['search'], keep: ['seo', 'ai-search'], except: ['bingbot'], includingMixed: true },
    { block: ['other'], sitemap: 'https://example.com/t.xml' },
    { ...DECIDED, signals: true, trainingSignal: true },
  ];
  const URLS = ['/', '/a', '/a/b', '/c'].map((path) => `https://example.com${path}`);

  test('no line changes the access of a crawler that the block does not name', () => {
    let seed = 1;
    const next = (below: number) => {
      seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
      return Math.floor((seed / 2 ** 32) * below);
    };
    const reasons = new Map<string, number>();
    const governed = knownCrawlers.filter(isGoverned);
    for (let round = 0; round < 150; round++) {
      const lineEnd = ['\n', '\r\n'][next(2)];
      const lines = Array.from({ length: next(14) }, () => LINES[next(LINES.length)]);
      const body = lines.join(lineEnd) + (next(2) === 0 ? '' : lineEnd);
      const request = REQUESTS[round % REQUESTS.length];
      const result = initRobotsTxt(body, request);
      const outcome = result.kind === 'written' ? 'written' : result.reason;
      reasons.set(outcome, (reasons.get(outcome) ?? 0) + 1);
      if (result.kind === 'refused') continue;
      const [before, after] = [body, result.text].map((text) => parseRobotsTxt(text));
      const blocked = new Set(result.blocked.map(({ crawler }) => crawler));
      const changed = URLS.flatMap((url) =>
        [...governed, 'Unlisted', 'Mine'].flatMap((crawler) => {
          const isBlocked = typeof crawler !== 'string' && blocked.has(crawler);
          const expected = !isBlocked && before.isAllowed(url, crawler);
          return after.isAllowed(url, crawler) === expected ? [] : [[crawlerName(crawler), url]];
        }),
      );
      expect(changed, JSON.stringify(body)).toEqual([]);
      const kept = body.split(lineEnd).filter((line) => /^(#|Sitemap|LLMs)/.test(line));
      for (const line of kept) expect(result.text).toContain(line);
      expect(initRobotsTxt(result.text, { update: true })).toMatchObject({ text: result.text });
      // The same options in another run change nothing either.
      expect(initRobotsTxt(result.text, request)).toMatchObject({ text: result.text });
    }
    expect(reasons.get('written')).toBeGreaterThan(100);
  });
});
