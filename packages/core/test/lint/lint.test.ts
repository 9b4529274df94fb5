import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/support/runs.js';
import { diff } from '../../src/analysis/diff.js';
import { lineDiagnostics } from '../../src/analysis.js';
import type { DialectName } from '../../src/dialect/dialect.js';
import { parseRobotsTxt } from '../../src/index.js';
import { type DiagnosticCode, diagnosticCodes, lineChecks } from '../../src/lint/checks/index.js';
import type { Diagnostic } from '../../src/lint/diagnostic.js';
import { applyFixes } from '../../src/lint/fixes.js';
import { type LintOptions, lint } from '../../src/lint/lint.js';
import { arbitraryBytes, describeBody, generatedBody } from '../naive/generate.js';
import { lineCases } from '../support/diagnostic-cases.js';
import { type LintCase, lintCases } from '../support/lint-cases.js';
import { dialectNames, utf16 } from '../support/make.js';
import { wordsOf } from '../support/words.js';

function lintOf(body: string | Uint8Array, dialect: DialectName = 'rfc9309', options?: LintOptions): Diagnostic[] {
  return lint(parseRobotsTxt(body, { dialect }), options);
}

const cases = Object.entries(lintCases) as [DiagnosticCode, LintCase][];

describe('one case per code', () => {
  test('extension: every code has a case', () => {
    const lineCodes: readonly string[] = lineChecks.map(({ code }) => code);
    for (const code of Object.keys(diagnosticCodes)) {
      const [table, file] = lineCodes.includes(code) ? [lineCases, 'diagnostic-cases.ts'] : [lintCases, 'lint-cases.ts'];
      const advice = `Add a case for "${code}" to packages/core/test/support/${file}.`;
      expect(Object.hasOwn(table, code), advice).toBe(true);
    }
  });

  test.each(cases)('extension: %s', (code, { body, dialect, options, without, ...expected }) => {
    const all = lintOf(body, dialect, options);
    const [found, ...more] = all.filter((diagnostic) => diagnostic.code === code);
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      severity: expected.severity,
      clause: expected.clause,
      message: expected.message,
    });
    const lines = [found.span, ...(found.related ?? [])].map(({ line }) => line);
    expect(lines).toEqual(expected.lines);
    expect(found.witness).toBe(expected.witness);
    expect(found.fix === undefined).toBe(expected.fixed === undefined);
    if (expected.fixed !== undefined) expect(applyFixes(body, all)).toBe(expected.fixed);
    for (const other of without) {
      const codes = lintOf(other, dialect).map((diagnostic) => diagnostic.code);
      expect(codes, other).not.toContain(code);
    }
  });

  test.each(cases)('extension: %s has a message of complete sentences', (_, { message }) => {
    expect(message).toMatch(/^["A-Z].*[.?]$/);
  });
});

test('includes the diagnostics of lines, in file order', () => {
  const body = 'User-agent: *\nDissallow: /x\nDisallow: /x/y\nfrob: x\nDisallow: /x\n';
  const found = lintOf(body);
  const lineFound = lineDiagnostics(parseRobotsTxt(body));
  expect(found.filter(({ code }) => code in lineCases)).toEqual(lineFound);
  const starts = found.map(({ span }) => span.start);
  expect(starts).toEqual(starts.toSorted((a, b) => a - b));
});

test('accepts correct files', () => {
  for (const body of [
    '',
    '# comment\n',
    'User-agent: *\nDisallow:\n',
    'User-agent: *\nAllow: /\n',
    'User-agent: *\nDisallow: /search\n\nUser-agent: ExampleBot\nDisallow: /\n\nSitemap: https://h/s.xml\n',
  ]) {
    expect(lintOf(body)).toEqual([]);
  }
});

test.each([
  ['binary', `User-agent: *\nDisallow: *%2\nAllow: /\x0b\nDisallow /\n${'\x0b'.repeat(40)}\n`],
  ['html', '<html>\nUser-agent: *\nDisallow: *%2\nDisallow: /a\nDisallow: /a\nDisallow /\n'],
] as const)('a file that is not text (%s) has no fixes', (code, body) => {
  const found = lintOf(body);
  expect(found.map((diagnostic) => diagnostic.code)).toContain(code);
  expect(found.filter(({ fix }) => fix !== undefined)).toEqual([]);
});

test.each([
  ['in UTF-16', utf16('User-agent: *\nDisallow: /x\nDisallow: /x\n', 'be')],
  ['cut', `User-agent: *\nDisallow: /x\nDisallow: /x\n${'#'.repeat(512_000)}`],
])('RFC 9309 2.5: a file %s has no fixes, which could move lines into the limit', (_, body) => {
  const found = lintOf(body);
  expect(found.map(({ code }) => code)).toContain('rule-never-wins');
  expect(found.filter(({ fix }) => fix !== undefined)).toEqual([]);
});

describe('fixes that add rules', () => {
  const star = 'User-agent: *\nDisallow: /private/\nAllow: /*.css\nDisallow: /assets/themes/\n\n';
  const named = 'User-agent: GPTBot\nAllow: /ok/\n\n';
  const last = 'User-agent: CCBot\nDisallow: /\n';
  const fixesIn = (body: string, dialect: DialectName) => {
    const found = lint(parseRobotsTxt(body, { dialect }));
    return found.flatMap(({ code, fix }) => (fix === undefined ? [] : code));
  };
  const both = ['allow-too-short', 'drops-everyones-rules'];

  test.each(['rfc9309', 'yandex'] as const)('RFC 9309 2.5: are dropped if they move lines across the limit (%s)', (dialect) => {
    const rest = star + named + last;
    const comment = (length: number) => `${'#'.repeat(length - 1)}\n`;
    expect(fixesIn(star + named + comment(511_000 - rest.length) + last, dialect)).toEqual(both);
    const full = star + named + comment(512_000 - rest.length) + last;
    expect(fixesIn(full, dialect)).toEqual([]);
  });

  test("are dropped if they move rules across the dialect's limit", () => {
    const rules = (count: number) => `User-agent: Bytespider\n${'Disallow: /x\n'.repeat(count)}\n`;
    expect(fixesIn(star + named + rules(2000) + last, 'yandex')).toEqual(expect.arrayContaining(both));
    const full = star + named + rules(2043) + last;
    expect(fixesIn(full, 'rfc9309')).toEqual(expect.arrayContaining(both));
    for (const code of both) expect(fixesIn(full, 'yandex')).not.toContain(code);
  });
});

/** Their fixes change verdicts. */
const MAKES_RULES_APPLY: ReadonlySet<DiagnosticCode> = new Set(['allow-too-short', 'drops-everyones-rules']);

function withVerdictsKept(found: readonly Diagnostic[]): readonly Diagnostic[] {
  return found.filter(({ code }) => !MAKES_RULES_APPLY.has(code));
}

describe('any body', () => {
  const bytesOf = (body: string | Uint8Array) => (typeof body === 'string' ? new TextEncoder().encode(body) : body);

  /** Whether a split group repeats rules shows only once they have the same spelling. */
  const findingOf = ({ code }: Diagnostic): DiagnosticCode => (code === 'duplicate-group' ? 'split-group' : code);

  /** Without a redundant rule, another one can be found to block everything, or to lose a tie. */
  const removesRule = ({ code }: Diagnostic) => code === 'rule-changes-nothing' || code === 'allow-reopens-nothing';

  test('fixes remove their diagnostic, add none and preserve every verdict', () => {
    let fixed = 0;
    fc.assert(
      fc.property(generatedBody, fc.constantFrom(...dialectNames), ({ body }, dialect) => {
        const bytes = bytesOf(body);
        const before = withVerdictsKept(lintOf(bytes, dialect));
        if (before.every(({ fix }) => fix === undefined)) return;
        fixed += 1;
        const edits = before.filter((diagnostic) => !removesRule(diagnostic));
        const fixable = edits.filter(({ fix }) => fix !== undefined);
        const edited = applyFixes(bytes, edits);
        const after = withVerdictsKept(lintOf(edited, dialect));
        const count = (found: readonly Diagnostic[], code: DiagnosticCode) =>
          found.filter((diagnostic) => findingOf(diagnostic) === code).length;
        const codes = new Set([...before, ...after].map(findingOf));
        // Lines that other parsers ignored may disagree once they are fixed.
        codes.delete('crawlers-disagree');
        codes.delete('merged-groups');
        // Claims about rules hold for several dialects together.
        codes.delete('rule-never-wins');
        codes.delete('rule-changes-nothing');
        codes.delete('allow-reopens-nothing');
        codes.delete('allow-too-short');
        for (const code of codes) {
          const most = count(before, code) - count(fixable, code);
          expect(count(after, code), `${code} ${describeBody(body)}`).toBeLessThanOrEqual(most);
        }
        const original = parseRobotsTxt(bytes, { dialect });
        for (const fixedBody of [edited, applyFixes(bytes, before)]) {
          const { accessEquivalent } = diff(original, parseRobotsTxt(fixedBody, { dialect }), {
            documentedDialects: false,
          });
          expect(accessEquivalent, describeBody(body)).toBe(true);
        }
      }),
      {
        numRuns: runs(500),
        examples: [
          [{ body: 'User-agent: FooBot*\nUser-agent: FooBot/2.1\n', patterns: [] }, 'rfc9309'],
          [{ body: 'User-agent: a/1\nUser-agent: a/2\nDisallow: /\n', patterns: [] }, 'google'],
        ],
      },
    );
    expect(fixed).toBeGreaterThan(runs(500) < 500 ? 0 : 50);
  });

  test('never throws, stays within the body, and every witness confirms its message', () => {
    fc.assert(
      fc.property(arbitraryBytes, fc.constantFrom(...dialectNames), (body, dialect) => {
        for (const { span, fix, related = [], witness } of lintOf(body, dialect)) {
          for (const place of [span, ...(fix === undefined ? [] : [fix.span]), ...related]) {
            expect(place.start).toBeLessThanOrEqual(place.end);
            expect(place.end).toBeLessThanOrEqual(body.length);
          }
          if (witness !== undefined) expect(witness).toMatch(/^\//);
        }
      }),
      { numRuns: runs(700) },
    );
  });
});

describe('statements about rules hold', () => {
  const pattern = fc
    .array(fc.constantFrom('a', 'b', '/', '*'), { maxLength: 4 })
    .chain((pieces) => fc.constantFrom('', '$').map((end) => `/${pieces.join('')}${end}`));
  const rule = fc.tuple(fc.constantFrom('Allow', 'Disallow'), pattern);
  const targets = wordsOf(['a', 'b', '/'], 5).map((word) => `/${word}`);

  test('for every short URL and every witness', () => {
    const counts = new Map<DiagnosticCode, number>();
    fc.assert(
      fc.property(fc.array(rule, { minLength: 1, maxLength: 6 }), (rules) => {
        const lines = ['User-agent: *', ...rules.map(([kind, path]) => `${kind}: ${path}`)];
        const robotsTxt = parseRobotsTxt(lines.join('\n'));
        const matcher = robotsTxt.matcher('a');
        for (const found of lint(robotsTxt)) {
          const { code, span, witness, related = [], message } = found;
          counts.set(code, (counts.get(code) ?? 0) + 1);
          const decides = (target: string) => matcher.explain(`https://h${target}`).rule?.line === span.line;
          const matchedLines = (target: string) =>
            matcher.explain(`https://h${target}`, { all: true }).matched?.map(({ line }) => line) ?? [];
          if (code === 'rule-never-wins') expect(targets.filter(decides)).toEqual([]);
          if (code === 'everything-blocked' && !message.includes('except')) {
            expect(targets.filter((target) => matcher.isTargetAllowed(target))).toEqual([]);
          }
          if (code === 'rule-changes-nothing' || code === 'allow-reopens-nothing') {
            const rest = lines.map((line, index) => (index === span.line - 1 ? '#' : line));
            const other = parseRobotsTxt(rest.join('\n')).matcher('a');
            const differs = (target: string) => matcher.isTargetAllowed(target) !== other.isTargetAllowed(target);
            expect(targets.filter(differs)).toEqual([]);
            expect(decides(witness ?? '')).toBe(true);
            for (const cover of related) {
              const uncovered = targets.filter((target) => {
                const matched = matchedLines(target);
                return matched.includes(span.line) && !matched.includes(cover.line);
              });
              expect(uncovered).toEqual([]);
            }
          }
        }
      }),
      { numRuns: runs(400) },
    );
    // Few files may contain none of a kind.
    const least = runs(400) < 400 ? 0 : 6;
    for (const code of ['rule-never-wins', 'rule-changes-nothing', 'allow-reopens-nothing'] as const) {
      expect(counts.get(code) ?? 0, code).toBeGreaterThanOrEqual(least);
    }
  });
});

test('throws for invalid options', () => {
  expect(() => lintOf('', 'rfc9309', { budget: -1 })).toThrow(RangeError);
  const body = 'User-agent: *\nDisallow: /x\n';
  expect(() => lintOf(body, 'rfc9309', { assets: ['x.css'] })).toThrow(TypeError);
});
