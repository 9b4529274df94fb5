/**
 * Compares the library with the naive reference on at least 100,000 generated queries per run. A failure prints
 * fast-check's seed and a minimized query.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../test/support/runs.js';
import { type DialectName, dialects } from '../src/dialect/dialect.js';
import { MIN_PARSING_LIMIT_BYTES } from '../src/dialect/limits.js';
import { parseRobotsTxt, type RobotsTxt, type Verdict } from '../src/index.js';
import { bytesOfLatin1, latin1OfBytes, latin1OfText } from './naive/bytes.js';
import { bodyNearLimit, describeBody, generatedBody } from './naive/generate.js';
import { generatedTarget, generatedToken, generatedUrl } from './naive/generate-url.js';
import { regressions } from './naive/regressions.js';
import { shrinkBody, shrinkList, shrinkText } from './naive/shrink.js';
import { NaiveRobotsTxt, type NaiveVerdict } from './naive/verdict.js';

const BODIES_A_DIALECT = 700;
const URLS_A_BODY = 24;
const TARGETS_A_BODY = 6;

type Token = string | readonly string[];

interface Query {
  readonly text: string;
  readonly isTarget: boolean;
}

interface Result {
  readonly allowed: boolean;
  readonly line: number;
  readonly target: string;
  readonly reason: Verdict['reason'];
  /** The lines of all matching rules in order of priority, if a rule decided. */
  readonly matchedLines: readonly number[] | undefined;
}

function answerOf(verdict: Verdict): Result {
  const { allowed, target, reason } = verdict;
  const matchedLines = reason === 'rule' ? verdict.matched?.map((rule) => rule.line) : undefined;
  return { allowed, target, reason, line: verdict.rule?.line ?? 0, matchedLines };
}

/** Google's targets stay unchanged, so a lone surrogate has two spellings. */
function agrees(ours: Result, naive: NaiveVerdict): boolean {
  return (
    ours.allowed === naive.allowed &&
    ours.line === naive.line &&
    ours.reason === naive.reason &&
    ours.target.toWellFormed() === naive.target &&
    (ours.matchedLines === undefined || ours.matchedLines.join() === naive.matchedLines.join())
  );
}

/** Every method that takes a URL, and the two that take a target. */
function checksOf(robotsTxt: RobotsTxt, token: Token) {
  const matcher = robotsTxt.matcher(token);
  return {
    url: {
      'matcher.isAllowed': (url: string) => matcher.isAllowed(url),
      'RobotsTxt.isAllowed': (url: string) => robotsTxt.isAllowed(url, token),
      'matcher.explain': (url: string) => matcher.explain(url),
      'RobotsTxt.explain': (url: string) => robotsTxt.explain(url, token, { all: true }),
    },
    target: {
      'matcher.isTargetAllowed': (target: string) => matcher.isTargetAllowed(target),
    },
  };
}

interface Example {
  readonly dialect: DialectName;
  readonly body: string | Uint8Array;
  readonly token: Token;
  /** Queries to one matcher, in order. */
  readonly queries: readonly Query[];
}

interface Disagreement {
  readonly how: string;
  readonly naive: unknown;
  readonly ours: unknown;
}

function linesOf(places: Iterable<{ readonly line: number }>): number[] {
  return Array.from(places, ({ line }) => line);
}

/** Compares the groups of the file and those that apply to the token. */
function findGroupDisagreement(robotsTxt: RobotsTxt, naive: NaiveRobotsTxt, token: Token): Disagreement | undefined {
  const matcher = robotsTxt.matcher(token);
  const applied = naive.applied(token);
  const comparisons = {
    'RobotsTxt.groups': [
      naive.groups.map(({ userAgentLines, rules }) => [userAgentLines, linesOf(rules)]),
      robotsTxt.groups.map(({ userAgentRecords, rules }) => [linesOf(userAgentRecords), linesOf(rules)]),
    ],
    'matcher.group': [applied?.userAgentLines, matcher.group?.userAgentLines],
    'matcher.rules': [linesOf(applied?.rules ?? []), linesOf(matcher.rules)],
  };
  for (const [how, [expected, ours]] of Object.entries(comparisons)) {
    if (JSON.stringify(expected) !== JSON.stringify(ours)) return { how, naive: expected, ours };
  }
  return undefined;
}

/** Returns the first query with different results. */
function findDisagreement({ dialect, body, token, queries }: Example): Disagreement | undefined {
  const naive = new NaiveRobotsTxt(body, dialect);
  const robotsTxt = parseRobotsTxt(body, { dialect });
  const checks = checksOf(robotsTxt, token);
  for (const [index, query] of queries.entries()) {
    const { text, isTarget } = query;
    const expected = isTarget ? naive.verdictOnTarget(text, token) : naive.verdict(text, token);
    const answers: [how: string, ours: boolean | Verdict][] = Object.entries(isTarget ? checks.target : checks.url).map(
      ([how, answer]) => [how, answer(text)],
    );
    // The first queries after parsing may use a shortcut.
    if (index < 3 && !isTarget) {
      const first = () => parseRobotsTxt(body, { dialect });
      answers.push(['the first RobotsTxt.isAllowed', first().isAllowed(text, token)]);
      answers.push(['the first RobotsTxt.explain', first().explain(text, token)]);
    }
    for (const [how, ours] of answers) {
      const same = typeof ours === 'boolean' ? ours === expected.allowed : agrees(answerOf(ours), expected);
      if (!same) return { how, naive: expected, ours };
    }
  }
  return findGroupDisagreement(robotsTxt, naive, token);
}

function shrink(example: Example): Example {
  const fails = (change: Partial<Example>) => {
    try {
      return findDisagreement({ ...small, ...change }) !== undefined;
    } catch {
      return false; // no longer a query
    }
  };
  let small = example;
  for (let before = ''; before !== JSON.stringify(small); ) {
    before = JSON.stringify(small);
    const queries = shrinkList(small.queries, (fewer) => fails({ queries: fewer }));
    small = { ...small, queries };
    small = { ...small, body: shrinkBody(small.body, (body) => fails({ body })) };
    for (const [index, { text, isTarget }] of queries.entries()) {
      const queriesWith = (shorter: string) => small.queries.with(index, { text: shorter, isTarget });
      const shortest = shrinkText(text, (shorter) => fails({ queries: queriesWith(shorter) }));
      small = { ...small, queries: queriesWith(shortest) };
    }
  }
  return small;
}

function expectAgreement(example: Example): void {
  if (findDisagreement(example) === undefined) return;
  const small = shrink(example);
  const { dialect, body, token, queries } = small;
  const found = findDisagreement(small);
  throw new Error(
    [
      `${found?.how} disagrees with the naive reference`,
      `  dialect:   ${dialect}`,
      `  body:      ${describeBody(body)}`,
      `  token:     ${JSON.stringify(token)}`,
      `  queries: ${JSON.stringify(queries)}`,
      `  naive:     ${JSON.stringify(found?.naive)}`,
      `  library:   ${JSON.stringify(found?.ours)}`,
    ].join('\n'),
  );
}

/** Examples are minimized here, so fast-check only finds one and reports its seed. */
function expectProperty<Values>(property: fc.IProperty<Values>, numRuns: number): void {
  const { failed, seed, errorInstance } = fc.check(property, {
    numRuns: runs(numRuns),
    endOnFailure: true,
  });
  if (!failed) return;
  const message = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  throw new Error(`${message}\n  seed:      ${seed}`, { cause: errorInstance });
}

const dialectNames = Object.keys(dialects) as DialectName[];

describe('the library agrees with the naive reference', () => {
  test('on all previous regressions', () => {
    for (const { body, dialect, productToken, urls, isTarget = false } of regressions) {
      const queries = urls.map((text) => ({ text, isTarget }));
      expectAgreement({ dialect, body: bytesOfLatin1(body), token: productToken, queries });
    }
  });

  test.each(dialectNames)('%s', { timeout: 300_000 }, (dialect) => {
    let questionsAsked = 0;
    const urls = fc.array(generatedUrl(dialect), {
      minLength: URLS_A_BODY,
      maxLength: URLS_A_BODY,
    });
    const targets = fc.array(generatedTarget(dialect), {
      minLength: TARGETS_A_BODY,
      maxLength: TARGETS_A_BODY,
    });
    expectProperty(
      fc.property(generatedBody, generatedToken(dialect), urls, targets, ({ body, patterns }, token, urlsFrom, targetsFrom) => {
        const queries = [
          ...urlsFrom.map((urlFrom) => ({ text: urlFrom(patterns), isTarget: false })),
          ...targetsFrom.map((targetFrom) => ({ text: targetFrom(patterns), isTarget: true })),
        ];
        questionsAsked += queries.length;
        expectAgreement({ dialect, body, token, queries });
      }),
      BODIES_A_DIALECT,
    );
    expect(questionsAsked * dialectNames.length).toBeGreaterThanOrEqual(runs(100_000));
  });

  test('with many rules that contain many stars', { timeout: 300_000 }, () => {
    // Two letters: every piece occurs in many places of the target.
    const stars = fc.array(fc.constantFrom('a', 'b', 'a', 'b', '*'), {
      minLength: 4,
      maxLength: 16,
    });
    const rule = fc
      .tuple(fc.constantFrom('Allow', 'Disallow'), stars, fc.constantFrom('', '', '$'))
      .map(([field, pieces, end]) => `${field}: /*${pieces.join('')}${end}\n`);
    const rules = fc.array(rule, { minLength: 60, maxLength: 120, size: 'max' });
    const target = fc
      .array(fc.constantFrom('a', 'b'), { minLength: 40, maxLength: 200, size: 'max' })
      .map((letters) => `/${letters.join('')}`);
    const targets = fc.array(target, { minLength: 40, maxLength: 40 });
    const dialect = fc.constantFrom<DialectName>('rfc9309', 'google');
    expectProperty(
      fc.property(rules, targets, dialect, (lines, texts, name) => {
        const queries = texts.map((text) => ({ text, isTarget: false }));
        const body = `User-agent: *\n${lines.join('')}`;
        expectAgreement({ dialect: name, body, token: 'foo', queries });
      }),
      15,
    );
  });

  test('around the parsing limit', { timeout: 300_000 }, () => {
    const queries = ['/a', '/b', '/bé', '/c'].map((text) => ({ text, isTarget: false }));
    const body = bodyNearLimit(MIN_PARSING_LIMIT_BYTES);
    expectProperty(
      fc.property(body, fc.constantFrom(...dialectNames), (long, dialect) => {
        const found = findDisagreement({ dialect, body: long, token: 'foo', queries });
        if (found === undefined) return;
        const bytes = typeof long === 'string' ? latin1OfText(long) : latin1OfBytes(long);
        const around = JSON.stringify(bytes.slice(MIN_PARSING_LIMIT_BYTES - 60));
        throw new Error(`${dialect}, ${bytes.length} bytes, … ${around}: ${JSON.stringify(found)}`);
      }),
      30,
    );
  });

  test('with several bodies and matchers queried in turn', { timeout: 300_000 }, () => {
    const dialect = fc.constantFrom(...dialectNames);
    const input = fc.tuple(generatedBody, dialect, fc.constantFrom('foo', 'bar'));
    const bodies = fc.array(input, { minLength: 2, maxLength: 4 });
    const urls = fc.array(generatedUrl('koster1996', ['', 'http://h']), {
      minLength: 12,
      maxLength: 12,
    });
    expectProperty(
      fc.property(bodies, urls, (several, urlsFrom) => {
        const patterns = several.flatMap(([body]) => body.patterns);
        const askers = several.map(([{ body }, name, token]) => {
          const robotsTxt = parseRobotsTxt(body, { dialect: name });
          return { body, name, token, robotsTxt, naive: new NaiveRobotsTxt(body, name) };
        });
        for (const urlFrom of urlsFrom) {
          const url = urlFrom(patterns);
          for (const { body, name, token, robotsTxt, naive } of askers) {
            const expected = naive.verdict(url, token);
            const where = `${name} ${describeBody(body)} ${token} ${JSON.stringify(url)}`;
            expect(robotsTxt.isAllowed(url, token), where).toBe(expected.allowed);
            expect(agrees(answerOf(robotsTxt.explain(url, token)), expected), where).toBe(true);
          }
        }
      }),
      300,
    );
  });
});
