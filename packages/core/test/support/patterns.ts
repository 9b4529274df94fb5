/** Patterns and targets for the matchers, and expected results taken literally from RFC 9309 2.2.3. */
import fc from 'fast-check';
import { type DialectName, dialects } from '../../src/dialect/dialect.js';
import { PatternSet } from '../../src/match/pattern-set.js';
import { RuleList } from '../../src/match/rule-list.js';
import { selectGroups } from '../../src/match/selection.js';
import type { Target } from '../../src/match/target.js';
import type { Rule } from '../../src/match/verdict.js';
import { maskOf } from '../../src/util/byte-mask.js';
import { bodyOf, bytes, tablesOf } from './make.js';

/** A target surrounded by bytes that would often match. */
export function targetOf(text: string): Target {
  return targetWithin(`a${text}aa`, 1, 1 + text.length);
}

/** The bytes of a text from `start` to `end` as a target. */
export function targetWithin(text: string, start: number, end: number): Target {
  const memory = new Uint8Array(text.length + (text.length % 2));
  memory.set(bytes(text));
  return { bytes: memory, start, end, mask: maskOf(memory, start, end) };
}

/** Patterns with their list index as rank. */
export function patternSetOf(patterns: readonly string[]): PatternSet {
  const set = new PatternSet();
  const { canonicalPatternKinds } = tablesOf();
  patterns.forEach((pattern, rank) => {
    const anchored = pattern.endsWith('$');
    const end = anchored ? pattern.length - 1 : pattern.length;
    set.add(bytes(pattern), end, anchored, canonicalPatternKinds);
    set.ranks[rank] = rank;
  });
  return set;
}

/** Row 16, literally. Only for short patterns, because it tries every offset for each `*`. */
export function matches(pattern: string, target: string): boolean {
  const [first] = pattern;
  if (first === undefined) return true;
  if (pattern === '$') return target === '';
  const rest = pattern.slice(1);
  if (first !== '*') return target.startsWith(first) && matches(rest, target.slice(1));
  const places = Array.from({ length: target.length + 1 }, (_, place) => place);
  return places.some((place) => matches(rest, target.slice(place)));
}

/** A character that stands for what a `*` or an open end may match, and that no pattern contains. */
const ANYTHING = '\u{1f}';

/**
 * Whether a pattern matches all that another one matches, and more: it matches the text of the other one with an unknown
 * character for each star and for an open end. A target without a deciding rule may be anything, so no pattern is wider.
 * `Allow: /index.htm` also matches `/` if the dialect says so.
 */
export function isWider(
  { canonicalPattern: pattern }: Pick<Rule, 'canonicalPattern'>,
  rule: Pick<Rule, 'canonicalPattern' | 'kind'> | undefined,
  dialect: DialectName,
): boolean {
  if (rule === undefined) return false;
  const { wildcards, indexAllowsFolder } = dialects[dialect];
  const includes = (outer: string, inner: string) => {
    const isAnchored = wildcards && inner.endsWith('$');
    const text = isAnchored ? inner.slice(0, -1) : `${inner}${ANYTHING}`;
    if (!wildcards) return text.startsWith(outer);
    return matchesText(outer, text.replaceAll(/\*+/g, ANYTHING));
  };
  const [, folder] = /^(.*\/)index\.htm[^/]*$/.exec(rule.canonicalPattern) ?? [];
  const isForFolder = indexAllowsFolder && rule.kind === 'allow' && folder !== undefined;
  return (
    includes(pattern, rule.canonicalPattern) &&
    (!isForFolder || includes(pattern, `${folder}$`)) &&
    !includes(rule.canonicalPattern, pattern)
  );
}

/** Row 16 for long patterns: each part between stars as early as possible, and the last one at the end if that is fixed. */
function matchesText(pattern: string, text: string): boolean {
  const isAnchored = pattern.endsWith('$');
  const [first = '', ...parts] = (isAnchored ? pattern.slice(0, -1) : pattern).split('*');
  if (!text.startsWith(first)) return false;
  const last = isAnchored ? parts.pop() : undefined;
  let at = first.length;
  for (const part of parts) {
    const start = text.indexOf(part, at);
    if (start < 0) return false;
    at = start + part.length;
  }
  if (!isAnchored) return true;
  return last === undefined ? at === text.length : text.length - last.length >= at && text.endsWith(last);
}

/** The rules of a group for `*`, from lines such as `disallow: /a`. */
export function ruleListOf(lines: readonly string[], dialect: DialectName = 'rfc9309'): RuleList {
  const body = bodyOf(['user-agent: *', ...lines].join('\n'), dialect);
  const tables = tablesOf(dialect);
  return new RuleList(body, tables, selectGroups(body, tables, ['bot']).rules);
}

/** Patterns and targets with few pieces, so that they often match. */
export function generatedPatterns(pieces: readonly string[], most: number): fc.Arbitrary<readonly string[]> {
  const piece = fc.constantFrom(...pieces);
  const pattern = fc
    .tuple(fc.array(piece, { maxLength: 5 }), fc.constantFrom('', '', '$'))
    .map(([parts, end]) => parts.join('') + end);
  return fc.array(pattern, { minLength: 1, maxLength: most });
}

export function generatedTargets(pieces: readonly string[]): fc.Arbitrary<readonly string[]> {
  const target = fc.array(fc.constantFrom(...pieces), { maxLength: 8 });
  return fc.array(
    target.map((parts) => parts.join('')),
    { minLength: 1, maxLength: 40 },
  );
}
