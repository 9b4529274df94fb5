/** A pattern matches every target that spells it byte for byte, with any text for its stars. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/support/runs.js';
import { type Dialect, dialects } from '../../src/dialect/dialect.js';
import { parseRobotsTxt } from '../../src/file/robots-txt.js';
import type { Matcher } from '../../src/match/matcher.js';

const ORIGIN = 'https://example.com';
const STAR = '*';

/** Reserved and unreserved characters, and those that a URL never contains literally. */
const LITERALS = [...'/a~:@!(),;&=+', '[', "'", ' ', '"', '|', '^', '<', '`', '{'];
const ESCAPES = [
  ...['%2F', '%3F', '%2A', '%24', '%3A', '%40', '%5B', '%26', '%3D', '%2B', '%23', '%25', '%20'],
  ...['%61', '%7E', '%2D', '%00', '%7F', '%C3%A9', '%FF'],
];
/** A `%` that starts no escape, also one followed by a hex digit. */
const STRAY = ['%z', '%2z', '%%z'];
const NON_ASCII = ['é', '日'];

interface Spelling {
  readonly dialect: Dialect;
  /** Whether patterns may contain a literal `?`: a dialect without queries cannot match one. */
  readonly query?: boolean;
  /** Whether targets are compared as given, so that clients must spell them in normal form. */
  readonly asGiven?: boolean;
}

const { rfc9309, google, koster1996 } = dialects;
const everywhere = (dialect: Dialect, name: string): Spelling => ({
  dialect: { ...dialect, name },
});

const spellings: readonly Spelling[] = [
  { dialect: rfc9309 },
  { dialect: dialects['draft-koster-rep-00'] },
  { dialect: google, asGiven: true },
  { dialect: koster1996, query: false },
  everywhere({ ...rfc9309, wildcards: false }, 'rfc9309 without wildcards'),
  everywhere({ ...rfc9309, escapeLiteralWildcards: false }, 'rfc9309 with literal wildcards'),
  everywhere({ ...koster1996, target: 'path-and-query' }, 'koster1996 with queries'),
  everywhere({ ...koster1996, target: 'path-and-query', wildcards: true }, 'koster1996 with wildcards'),
  everywhere({ ...google, patternForm: rfc9309.patternForm, targetForm: rfc9309.targetForm }, 'google in the form of rfc9309'),
  everywhere(
    {
      ...rfc9309,
      patternForm: { ...rfc9309.patternForm, decodeInQuery: '/?&=+$*' },
      targetForm: { ...rfc9309.targetForm, decodeInQuery: '/?&=+$*' },
    },
    'rfc9309 with more escapes decoded in queries',
  ),
];

interface Case {
  readonly pattern: string;
  readonly target: string;
}

function casesIn({ dialect, query = true, asGiven = false }: Spelling): fc.Arbitrary<Case> {
  const texts = [
    ...LITERALS,
    '$',
    ...ESCAPES,
    ...STRAY,
    ...(query ? ['?', '?'] : []),
    ...(asGiven ? [] : [...ESCAPES.map((text) => text.toLowerCase()), ...NON_ASCII]),
  ];
  const literal = fc.constantFrom(...texts);
  // Dot segments and backslashes are not part of a URL that a client requests.
  const filler = fc.array(fc.constantFrom(...texts, '*', ...NON_ASCII), { maxLength: 3 });
  const part = fc.oneof(
    { weight: 3, arbitrary: literal.map((text) => ({ pattern: text, target: text })) },
    {
      weight: 1,
      arbitrary: filler.map((some) => {
        return { pattern: STAR, target: dialect.wildcards ? some.join('') : STAR };
      }),
    },
  );
  return fc
    .record({
      start: fc.constantFrom('/', STAR),
      parts: fc.array(part, { maxLength: 8 }),
      end: fc.oneof(filler, fc.constant(undefined)),
    })
    .map(({ start, parts, end }) => {
      const starts = start === STAR && dialect.wildcards && dialect.patternStarts !== '/';
      const pattern = (starts ? STAR : '/') + parts.map((one) => one.pattern).join('');
      const target = `/${parts.map((one) => one.target).join('')}`;
      const isAnchored = end === undefined && dialect.wildcards;
      return {
        pattern: isAnchored ? `${pattern}$` : pattern,
        target: target + (end ?? []).join(''),
        isPossible: isAnchored || !dialect.wildcards || !pattern.endsWith('$'),
      };
    })
    .filter(({ pattern, target, isPossible }) => isPossible && pattern === pattern.trim() && target === target.trim());
}

/** The matcher of a file with this rule and some for other paths. */
function matcherOf(pattern: string, dialect: Dialect, others: readonly string[] = []): Matcher {
  const rules = [pattern, ...others].map((path) => `Disallow: ${path}\n`);
  return parseRobotsTxt(`User-agent: *\n${rules.join('')}`, { dialect }).matcher('foo');
}

/** So many rules are indexed instead of compared one by one. */
const OTHERS = Array.from({ length: 40 }, (_, index) => [`/zz${index}`, `/*zz${index}*zz`]).flat();

/** More queries than a matcher answers before it compiles its rules. */
const QUERIES = 8;

describe.each(spellings)('$dialect.name', (spelling) => {
  const { dialect } = spelling;

  test('a pattern matches the targets made by replacing its stars', () => {
    const property = fc.property(casesIn(spelling), ({ pattern, target }) => {
      const matcher = matcherOf(pattern, dialect);
      const url = ORIGIN + target;
      expect(matcher.explain(url).rule?.pattern).toBe(pattern);
      for (let query = 0; query < QUERIES; query++) expect(matcher.isAllowed(url)).toBe(false);
      expect(matcher.isTargetAllowed(target)).toBe(false);
      expect(matcher.explain(url, { all: true }).matched).toHaveLength(1);
    });
    fc.assert(property, { numRuns: runs(3000) });
  });

  test('also among many rules', () => {
    const property = fc.property(casesIn(spelling), ({ pattern, target }) => {
      const matcher = matcherOf(pattern, dialect, OTHERS);
      const url = ORIGIN + target;
      expect(matcher.explain(url).rule?.pattern).toBe(pattern);
      for (let query = 0; query < QUERIES; query++) expect(matcher.isAllowed(url)).toBe(false);
    });
    fc.assert(property, { numRuns: runs(300) });
  });
});

describe('canonical form: at most 8 stars of a pattern may cover the query mark', () => {
  const matches = (pattern: string, target: string) => !matcherOf(pattern, rfc9309).isAllowed(target);
  const letters = [...'abcdefgh'];

  test.each([7, 8])('%i stars: each of them does', (count) => {
    const names = letters.slice(0, count);
    const pattern = `/${names.map((name) => `*${name}`).join('')}%2F`;
    for (const name of names) {
      expect(matches(pattern, `/${names.join('').replace(name, `?${name}`)}%2F`)).toBe(true);
    }
  });

  test('9 stars: the last one does not, and each matches in a path', () => {
    const pattern = '/*a*b*c*d*e*f*g*h*i%2F';
    expect(matches(pattern, '/abcdefg?hi%2F')).toBe(true);
    expect(matches(pattern, '/abcdefgh?i%2F')).toBe(false);
    expect(matches(pattern, '/abcdefghi%2F')).toBe(true);
  });
});
