/** Edits that count as equivalent, compared with the naive reference for known crawlers and for product tokens. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../test/support/runs.js';
import { diff } from '../../src/analysis/diff.js';
import { knownCrawlers } from '../../src/crawlers/known-crawlers.js';
import type { DialectName } from '../../src/dialect/dialect.js';
import { isGoverned } from '../../src/file/crawler.js';
import { format } from '../../src/format/format.js';
import { parseRobotsTxt } from '../../src/index.js';
import { checkFixes } from '../../src/lint/fix-safety.js';
import { applyFixes } from '../../src/lint/fixes.js';
import { lint } from '../../src/lint/lint.js';
import { NaiveRobotsTxt } from '../naive/verdict.js';
import { generatedDialect } from '../support/edits.js';
import { dialectNames } from '../support/make.js';

/** Known crawlers that do not just follow their product token under RFC 9309. */
const CRAWLERS = knownCrawlers.filter(
  (crawler) =>
    isGoverned(crawler) &&
    (crawler.productTokens.length > 1 || !crawler.fallsBackToStar || (crawler.dialect ?? 'rfc9309') !== 'rfc9309'),
);
const TOKENS = [
  ...new Set(CRAWLERS.flatMap(({ productTokens }) => productTokens)),
  ...['GPTBot', 'Google', 'Googlebot-Im', 'ExampleBot', '*'],
];
const TARGETS = ['/', '/a', '/a/b', '/a/b/c', '/c', '/index.html', '/robots.txt'];

const name = fc.oneof(
  fc.constantFrom('*', 'Googlebot', 'Googlebot-Image', 'AdsBot-Google', 'Applebot', 'GPTBot'),
  fc.constantFrom(...TOKENS, ...TOKENS.map((token) => token.toLowerCase())),
  fc.constantFrom('Googlebot/2.1', 'Googlebot Images', 'Googlebot*', 'Googlebot, bingbot'),
  fc.constantFrom('*/1', '* bot', 'Googlebot-Image-X', 'Googlebot-Image1', '\ufeffGooglebot', ''),
);
const userAgent = fc
  .tuple(
    fc.oneof(
      { weight: 9, arbitrary: fc.constant('User-agent: ') },
      fc.constantFrom('Useragent: ', 'User_agent: ', 'User-agents: ', 'User-agent '),
    ),
    name,
  )
  .map((parts) => parts.join(''));
const record = fc.oneof(
  fc.constantFrom('Disallow: /a', 'Allow: /a/b', 'Disallow: /', 'Disallow:'),
  fc.constantFrom('Disallow: /a', 'Disallow: /%61', 'Allow: /index.html', 'Disallow: /a*'),
  fc.constantFrom('Dissalow: /a', 'Disallow /a', 'Disallow: *', 'Disallow: a', 'Allow: /a$'),
  fc.constantFrom('Crawl-delay: 1', 'Sitemap: /s', '# note', '', 'Content-Usage: search=n', 'a'),
);
const group = fc
  .tuple(fc.array(userAgent, { minLength: 1, maxLength: 3 }), fc.array(record, { minLength: 1, maxLength: 3 }))
  .map((parts) => parts.flat());
const groups = fc.array(group, { minLength: 1, maxLength: 5 });

function fileOf(some: readonly (readonly string[])[]): string {
  return some.map((lines) => `${lines.join('\n')}\n`).join('\n');
}

const file = groups.map(fileOf);
/** A file, and one that lacks a group or a line, or repeats a group. */
const edit = fc.record({ all: groups, at: fc.nat(4), line: fc.nat(5), kind: fc.nat(2) }).map(({ all, at, line, kind }) => {
  const place = at % all.length;
  const less = kind === 0 ? [] : [all[place].toSpliced(line % all[place].length, 1)];
  const edited = kind === 2 ? [...all, all[place]] : all.toSpliced(place, 1, ...less);
  return [fileOf(all), fileOf(edited)] as const;
});

function namesIn({ groups }: NaiveRobotsTxt): Set<string> {
  return new Set(groups.flatMap(({ names }) => names));
}

function verdictsOf(one: NaiveRobotsTxt, tokens: readonly string[], fallsBackToStar = true): string {
  const names = namesIn(one);
  const ignoresAll = !fallsBackToStar && !tokens.some((token) => names.has(token.toLowerCase()));
  return TARGETS.filter((target) => ignoresAll || one.verdictOnTarget(target, tokens).allowed).join();
}

/** The crawlers and product tokens with another verdict after the edit. */
function changed(before: string, after: string, dialect: DialectName): string[] {
  const [one, other] = [before, after].map((body) => new NaiveRobotsTxt(body, dialect));
  const changes = (tokens: readonly string[], star?: boolean) =>
    verdictsOf(one, tokens, star) !== verdictsOf(other, tokens, star);
  return [
    ...TOKENS.filter((token) => changes([token])),
    ...CRAWLERS.filter((crawler) => changes(crawler.productTokens, crawler.fallsBackToStar)).map(
      (crawler) => `${crawler.name} as documented`,
    ),
  ];
}

/** The crawlers with another verdict in the dialect that they document. */
function changedAsDocumented(before: string, after: string): string[] {
  return dialectNames.flatMap((as) => {
    const own = CRAWLERS.filter(({ dialect = 'rfc9309' }) => dialect === as);
    const names = new Set(own.map((crawler) => `${crawler.name} as documented`));
    return changed(before, after, as).filter((one) => names.has(one));
  });
}

test('a formatted file keeps the verdicts of crawlers and product tokens', () => {
  fc.assert(
    fc.property(file, generatedDialect, fc.boolean(), (before, dialect, sortRules) => {
      const { text = before } = format(parseRobotsTxt(before, { dialect }), { sortRules });
      expect([text, ...changed(before, text, dialect)]).toEqual([text]);
    }),
    { numRuns: runs(100) },
  );
});

test('fixes keep the verdicts of crawlers and product tokens, safe ones in all dialects', () => {
  fc.assert(
    fc.property(file, generatedDialect, (before, dialect) => {
      const robotsTxt = parseRobotsTxt(before, { dialect });
      const all = lint(robotsTxt);
      // The fixes of these make rules apply that do not.
      const diagnostics = all.filter(({ code }) => code !== 'allow-too-short' && code !== 'drops-everyones-rules');
      const fixed = applyFixes(before, diagnostics);
      expect([fixed, ...changed(before, fixed, dialect)]).toEqual([fixed]);
      const text = applyFixes(before, checkFixes(robotsTxt, all).safe);
      const changes = dialectNames.flatMap((as) => changed(before, text, as));
      expect([text, ...changes]).toEqual([text]);
    }),
    { numRuns: runs(25) },
  );
});

test('equivalent access keeps the verdicts of crawlers, and of tokens that both files name or neither', () => {
  fc.assert(
    fc.property(edit, generatedDialect, ([before, after], dialect) => {
      const files = [before, after].map((body) => parseRobotsTxt(body, { dialect }));
      if (diff(files[0], files[1]).accessEquivalent !== true) return;
      const [one, other] = [before, after].map((body) => namesIn(new NaiveRobotsTxt(body, dialect)));
      const isInBoth = (token: string) => one.has(token) === other.has(token);
      const different = changed(before, after, dialect);
      expect(different.filter((token) => isInBoth(token.toLowerCase()))).toEqual([]);
      if (dialect === 'rfc9309') expect(changedAsDocumented(before, after)).toEqual([]);
    }),
    { numRuns: runs(80) },
  );
});
