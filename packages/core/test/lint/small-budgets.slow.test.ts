/** With a smaller budget, lint may leave something undecided, but what it states is still true. */
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/support/runs.js';
import { ORIGIN } from '../../src/analysis/audience.js';
import { parseRobotsTxt, type RobotsTxt } from '../../src/index.js';
import { OTHER_PARSERS } from '../../src/lint/checks/other-parsers.js';
import type { Diagnostic } from '../../src/lint/diagnostic.js';
import { type LintOptions, lint } from '../../src/lint/lint.js';
import { latin1OfBytes } from '../naive/bytes.js';
import { bytes } from '../support/make.js';

/** One character per byte. */
type Octets = string;

/** Targets that the patterns match, or just miss. */
function targetsOf({ groups }: RobotsTxt): string[] {
  const patterns = groups.flatMap(({ rules }) => rules.map((rule) => rule.canonicalPattern));
  const targets = patterns.flatMap((pattern) =>
    ['', 'x', '/x.css'].flatMap((filler) => {
      const target = pattern
        .replace(/\$$/, '')
        .replaceAll(/\*+/g, filler)
        .replace(/^(?!\/)/, '/');
      return [target, `${target}x`, `${target}/`];
    }),
  );
  return [...new Set(targets)].slice(0, 500);
}

function tokensWith({ groups }: RobotsTxt, line: number): string[] {
  const holders = groups.filter(({ rules }) => rules.some((rule) => rule.line === line));
  return holders.flatMap(({ productTokens }) => productTokens);
}

/** Whether no sample contradicts that the rule never decides. */
function neverDecides(file: RobotsTxt, { span }: Diagnostic): boolean {
  return tokensWith(file, span.line)
    .slice(0, 5)
    .every((token) => {
      const matcher = file.matcher(token);
      return targetsOf(file).every((target) => {
        const { rule, reason } = matcher.explain(ORIGIN + target);
        return rule?.line !== span.line || reason !== 'rule';
      });
    });
}

/**
 * Whether no sample contradicts that all verdicts stay the same without the rule, because of a rule that the message may name.
 * Rules that win against an allow rule need not match all of its URLs.
 */
function changesNothing(body: Octets, file: RobotsTxt, diagnostic: Diagnostic): boolean {
  const { code, span, message } = diagnostic;
  const lines = body.split(/\r\n|\r|\n/).with(span.line - 1, 'Disallow:');
  const without = parseRobotsTxt(bytes(lines.join('\n')), { dialect: file.dialect });
  const cover = code === 'allow-too-short' ? 0 : Number(/line (\d+) \(/.exec(message)?.[1]);
  return tokensWith(file, span.line)
    .slice(0, 5)
    .every((token) => {
      const [one, other] = [file.matcher(token), without.matcher(token)];
      return targetsOf(file).every((target) => {
        const { allowed, matched = [] } = one.explain(ORIGIN + target, { all: true });
        const matches = (line: number) => matched.some((rule) => rule.line === line);
        const isCovered = !cover || !matches(span.line) || matches(cover);
        return isCovered && other.isTargetAllowed(target) === allowed;
      });
    });
}

/** Whether the named URL is blocked for a crawler that the rule applies to. */
function staysBlocked(file: RobotsTxt, { span, witness = '' }: Diagnostic): boolean {
  return tokensWith(file, span.line).some((token) => !file.matcher(token).isTargetAllowed(witness));
}

const DISAGREEMENT = /^("(?:[^"\\]|\\.)*") is (\w+) for (?:all other crawlers|("(?:[^"\\]|\\.)*"))/;

function disagree(file: RobotsTxt, { message }: Diagnostic): boolean {
  const [, target, verdict, name = '"*"'] = DISAGREEMENT.exec(message) ?? [];
  const allows = (one: RobotsTxt | undefined) => one?.matcher(JSON.parse(name)).isTargetAllowed(JSON.parse(target));
  const parsers = OTHER_PARSERS.filter(({ label }) => message.split(', but ')[1].includes(label));
  const isAllowed = verdict === 'allowed';
  return parsers.length > 0 && allows(file) === isAllowed && parsers.every(({ parse }) => allows(parse(file)) === !isAllowed);
}

function dropsRule(file: RobotsTxt, { message, witness = '' }: Diagnostic): boolean {
  const [name] = /^"(?:[^"\\]|\\.)*"/.exec(message) ?? [];
  const { allowed, rule } = file.matcher('*').explain(ORIGIN + witness);
  const isAllowed = file.matcher(JSON.parse(name ?? '')).isTargetAllowed(witness);
  return isAllowed && !allowed && message.includes(`line ${rule?.line} (`);
}

/** Whether verdicts confirm a statement that the whole budget words differently. */
function isTrue(one: Diagnostic, body: Octets, file: RobotsTxt): boolean {
  switch (one.code) {
    case 'crawlers-disagree':
      return disagree(file, one);
    case 'rule-never-wins':
      return neverDecides(file, one);
    case 'rule-changes-nothing':
    case 'allow-reopens-nothing':
      return changesNothing(body, file, one);
    case 'allow-too-short':
      return changesNothing(body, file, one) && staysBlocked(file, one);
    case 'drops-everyones-rules':
      return dropsRule(file, one);
    default:
      // The latter names fewer crawlers.
      return one.code === 'undecided' || one.code === 'preferences-not-inherited';
  }
}

function falseStatements(body: Octets, options: LintOptions, budgets: readonly number[]) {
  const file = parseRobotsTxt(bytes(body));
  const keyOf = ({ code, severity, span, message }: Diagnostic) => JSON.stringify([code, severity, span, message]);
  const known = new Set(lint(file, options).map(keyOf));
  return budgets.flatMap((budget) =>
    lint(file, { ...options, budget })
      .filter((one) => !known.has(keyOf(one)) && !isTrue(one, body, file))
      .map(({ code, message }) => `${budget} ${code}: ${message}`),
  );
}

const lines = (...some: readonly string[]) => some.map((line) => `${line}\n`).join('');
const name = fc.constantFrom(
  ...['*', 'Googlebot', 'Applebot', 'bingbot', 'GPTBot', 'OAI-SearchBot', 'ClaudeBot', 'foo'],
  ...['Mediapartners-Google', 'AdsBot-Google', 'Googlebot-Image'],
);
const path = fc
  .array(fc.constantFrom('a', 'b', '/', '*', '.css', '?', '%2F', 'index.htm', '%41', '$', 'js/'), {
    maxLength: 4,
  })
  .map((pieces) => `/${pieces.join('')}`);
const record = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(fc.constantFrom('Allow: ', 'Disallow: '), path) },
  { weight: 2, arbitrary: fc.constantFrom(['Disallow: /'], ['Disallow: *'], ['Disallow:']) },
  fc.constantFrom(['Content-Usage: search=n'], ['Sitemap: /s'], [''], ['Noindex: /a']),
);
const group = fc
  .tuple(fc.array(name, { minLength: 1, maxLength: 2 }), fc.array(record, { minLength: 1, maxLength: 6 }))
  .map(([names, records]) => [...names.map((one) => `User-agent: ${one}`), ...records.map((parts) => parts.join(''))]);
const generatedFile = fc
  .array(group, { minLength: 1, maxLength: 5 })
  .map((groups) => lines(...groups.flatMap((some) => [...some, ''])));

const CLOSED = lines('User-agent: *', 'Disallow: /');
const EVERY_TENTH = Array.from({ length: 120 }, (_, index) => index * 10);

describe('a smaller budget yields no false statement', () => {
  test.each([
    ['side-effect', lines('User-agent: Googlebot', 'Disallow: /', '', 'User-agent: Applebot')],
    ['operator-partly-blocked', `User-agent: GPTBot\nDisallow: /\n\n${CLOSED}`],
    ['search-blocked', `User-agent: Googlebot\nDisallow: /\n\n${CLOSED}`],
    ['preference-in-group', lines('User-agent: foo', 'User-agent: *', 'Disallow: /a', '', 'Content-Usage: search=n')],
  ])('%s', (_, body) => {
    expect(falseStatements(body, {}, EVERY_TENTH)).toEqual([]);
  });

  test('allow-too-short names only some of the rules that win', () => {
    const body = lines(
      ...['User-agent: foo', 'Disallow: /.cssa', 'Disallow: /', ''],
      ...['User-agent: foo', 'User-agent: bar'],
      ...['Allow: /*/', 'Allow: /', 'Disallow: /aaindex.htm'],
    );
    const budgets = Array.from({ length: 1000 }, (_, index) => index * 3);
    const named = budgets.flatMap((budget) =>
      lint(parseRobotsTxt(body), { budget }).filter(({ code }) => code === 'allow-too-short'),
    );
    expect(new Set(named.map(({ message }) => message)).size).toBe(2);
    expect(falseStatements(body, {}, budgets)).toEqual([]);
  });

  test('a rule may be redundant because of a line that applies to one of its crawlers', () => {
    const body = lines(
      ...['User-agent: *', 'User-agent: GPTBot', 'Disallow:', 'Allow: /a', ''],
      ...['User-agent: *', 'User-agent: OAI-SearchBot', 'Allow: /a', 'Allow: /'],
    );
    const budgets = Array.from({ length: 800 }, (_, index) => index * 10);
    expect(falseStatements(body, {}, budgets)).toEqual([]);
  });

  test('generated files', () => {
    const budgets = fc.array(fc.nat(8000), { minLength: 20, maxLength: 20 });
    fc.assert(
      fc.property(generatedFile, budgets, (body, some) => {
        expect(falseStatements(body, {}, some)).toEqual([]);
      }),
      { numRuns: runs(100) },
    );
  });

  const CORPUS = new URL('../../../../../shared/corpus/robots-files.ndjson.gz', import.meta.url);
  if (existsSync(CORPUS))
    test('real files', () => {
      const files = gunzipSync(readFileSync(CORPUS)).toString().trim().split('\n');
      for (const [index, text] of files.slice(0, runs(files.length)).entries()) {
        if (index % 15 !== 0) continue;
        const body = latin1OfBytes(Buffer.from(JSON.parse(text).robots_b64, 'base64'));
        if (body.length > 20_000) continue;
        const budgets = [1, 10, 100, 1_000, 10_000, 100_000];
        expect(falseStatements(body, {}, budgets)).toEqual([]);
      }
    });
});
