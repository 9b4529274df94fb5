/** Checks for groups that are one only because no rule separates them; proved by example URLs. */
import { ORIGIN } from '../../analysis/audience.js';
import { BLANK, compileDialect } from '../../compiled-dialect.js';
import { nameOf } from '../../file-records.js';
import { textOf } from '../../places.js';
import { groupSteps, matcherSteps } from '../../prover/budget.js';
import { bodyOf, type RobotsTxt } from '../../robots-txt.js';
import { RecordReader } from '../../syntax/record.js';
import { type Diagnostic, diagnostic } from '../diagnostic.js';
import { joinBytes } from '../fixes.js';
import { reparsed } from '../other-parsers.js';
import { type FileCheck, quoted } from './check.js';
import { sampleWithVerdicts } from './dropped-rules.js';

/** Two user-agent lines of a group, with a blank line or another record between them. */
interface Gap {
  /** The first user-agent line of the group. */
  readonly line: number;
  readonly name: string;
  readonly nextLine: number;
  readonly nextName: string;
  readonly separatorLine: number;
  /** The other record between them; empty for a blank line. */
  readonly separator: string;
}

/** Reports a URL that the merged rules block and that parsers allow which end the group before them. */
export const mergedGroups: FileCheck = ({
  robotsTxt,
  audiences,
  budget,
  leaveUndecided,
  userAgentSpan,
}) => {
  const split = gapsOf(robotsTxt);
  if (split === undefined) return [];
  if (!budget.spend(groupSteps(robotsTxt))) {
    leaveUndecided();
    return [];
  }
  const other = reparsed(robotsTxt, split.body, robotsTxt.dialect);
  const byName = new Map(
    audiences.all.flatMap(({ tokens, matcher }) =>
      tokens.map((token) => [token.toLowerCase(), { token, matcher }] as const),
    ),
  );
  const found: Diagnostic[] = [];
  for (const gap of split.gaps) {
    const audience = byName.get(gap.name.toLowerCase());
    if (audience === undefined) continue;
    const { token, matcher } = audience;
    if (!budget.spend(matcherSteps(robotsTxt))) {
      leaveUndecided();
      break;
    }
    const matchers = [matcher, other.matcher(token)] as const;
    const isHomeBlocked =
      matchers.map((one) => one.isAllowed(`${ORIGIN}/`)).join() === 'false,true';
    const witness = isHomeBlocked
      ? '/'
      : sampleWithVerdicts(matchers, (one, two) => !one && two, budget);
    if (witness === undefined) continue;
    const [first, second] = [quoted(gap.name), quoted(gap.nextName)];
    const where =
      gap.separator === ''
        ? `at the blank line ${gap.separatorLine}, as in the 1996 draft,`
        : `at line ${gap.separatorLine} (${quoted(gap.separator)})`;
    found.push(
      diagnostic('merged-groups', {
        severity: isHomeBlocked ? 'warning' : 'info',
        message: `No rule separates ${first} from ${second} on line ${gap.nextLine}, so both follow the same rules, and ${first} may not fetch ${quoted(witness)}. Parsers that end a group ${where} allow it. Add rules for ${first}, or leave no line between the two.`,
        span: userAgentSpan(gap.line),
        related: [userAgentSpan(gap.nextLine)],
        witness,
      }),
    );
  }
  return found;
};

/** Ends a run of user-agent lines and restricts nothing. */
const END_OF_RUN = new TextEncoder().encode('Disallow:\n');

/**
 * Returns the first gap of each group, and a body in which every gap ends the group: an empty disallow line replaces the
 * separator, so that line numbers stay the same. Undefined if there is none, and for UTF-16.
 */
function gapsOf(
  robotsTxt: RobotsTxt,
): { readonly gaps: Iterable<Gap>; readonly body: Uint8Array } | undefined {
  if (robotsTxt.encoding !== 'utf-8') return undefined;
  const tables = compileDialect(robotsTxt.dialect);
  const reader = new RecordReader(bodyOf(robotsTxt), tables);
  const { bytes, cursor } = reader;
  const source = bodyOf(robotsTxt).wholeSource();
  const gaps = new Map<number, Gap>();
  const pieces: Uint8Array[] = [];
  let copied = 0;
  let first: { readonly group: number; readonly line: number; readonly name: string } | undefined;
  /** The first other record since the last user-agent line, or else the first blank line. */
  let separator:
    | Readonly<{ line: number; isBlank: boolean; start: number; end: number; next: number }>
    | undefined;
  while (reader.next()) {
    const { kind, groupIndex: group } = reader;
    const { line, lineStart, nextLine } = cursor;
    if (kind === 'user-agent' && group !== undefined) {
      const name = nameOf(bytes, cursor.valueStart, cursor.valueEnd, tables);
      if (first?.group !== group) first = { group, line, name };
      else if (separator !== undefined) {
        const { line: separatorLine, start, end, next } = separator;
        if (!gaps.has(group)) {
          const names = { line: first.line, name: first.name, nextLine: line, nextName: name };
          gaps.set(group, { ...names, separatorLine, separator: textOf(bytes, start, end) });
        }
        pieces.push(source.subarray(copied, start), END_OF_RUN);
        copied = next;
      }
      separator = undefined;
    } else if (cursor.kind === BLANK) {
      separator ??= { line, isBlank: true, start: lineStart, end: lineStart, next: nextLine };
    } else if (cursor.kind >= 0 && separator?.isBlank !== false) {
      const { fieldStart: start, valueEnd: end } = cursor;
      separator = { line, isBlank: false, start, end, next: nextLine };
    }
  }
  if (gaps.size === 0) return undefined;
  return { gaps: gaps.values(), body: joinBytes([...pieces, source.subarray(copied)]) };
}
