/** Checks for groups that are one only because no rule separates them; proved by example URLs. */

import { joinBytes } from '../../dialect/bytes.js';
import { BLANK, compileDialect } from '../../dialect/compiled-dialect.js';
import { bodyOf, type RobotsTxt } from '../../file/robots-txt.js';
import { RecordReader } from '../../syntax/record.js';
import { textOf } from '../../syntax/source-text.js';
import { type FileFinding, groupCheck, quoted, spanOf, writtenValue } from './check.js';
import { differenceFor } from './dropped-rules.js';
import { reparsed } from './other-parsers.js';

export const mergedGroups = groupCheck({
  code: 'merged-groups',
  severity: 'info',
  title: 'Merged groups',
  description:
    'Only blank lines or other records are between two user-agent lines, so both follow the same rules, but some parsers end the group there. A warning if it blocks the home page.',
  find: (context) => {
    const { robotsTxt } = context;
    const found: FileFinding[] = [];
    const split = splitGroups(robotsTxt);
    if (split.gaps.size === 0) return found;
    const other = reparsed(robotsTxt, split.body, robotsTxt.dialect);
    for (const [group, { line, separator, nextLine }] of split.gaps) {
      const { productTokens, userAgentRecords } = robotsTxt.groups[group];
      const isBlocked = (one: boolean, two: boolean) => !one && two;
      const witness = differenceFor(productTokens[0] ?? '', other, context, isBlocked);
      if (witness === undefined) continue;
      const [first] = userAgentRecords;
      const next = userAgentRecords.find((record) => record.line === nextLine) ?? first;
      const name = quoted(writtenValue(first));
      const where =
        separator === ''
          ? `at the blank line ${line}, as in the 1996 draft,`
          : `at line ${line} (${quoted(separator)})${CONTENT_USAGE.test(separator) ? ', as AIPREF does,' : ''}`;
      found.push({
        severity: witness === '/' ? 'warning' : 'info',
        message: `No rule separates ${name} from ${quoted(writtenValue(next))} on line ${nextLine}, so both follow the same rules, and ${name} may not fetch ${quoted(witness)}. Parsers that end a group ${where} allow it. Add rules for ${name}, or leave no line between the two.`,
        span: spanOf(first),
        related: [spanOf(next)],
        witness,
      });
    }
    return found;
  },
});

/** A rule in draft-ietf-aipref-attach-05, which ends a run of user-agent lines. */
const CONTENT_USAGE = /^content-usage[ \t]*:/i;

/** A blank line or another record between two user-agent lines of a group. */
interface Gap {
  readonly line: number;
  /** The other record as written; empty for a blank line. */
  readonly separator: string;
  /** The line of the second user-agent line. */
  readonly nextLine: number;
}

/** Ends a run of user-agent lines and restricts nothing. */
const END_OF_RUN = new TextEncoder().encode('Disallow:\n');

/**
 * Returns the first gap of each group by its index, and a body in which every gap ends the group: an empty disallow
 * line replaces the separator, so that line numbers stay the same. Returns no gaps for UTF-16.
 */
function splitGroups(robotsTxt: RobotsTxt): {
  readonly gaps: ReadonlyMap<number, Gap>;
  readonly body: Uint8Array;
} {
  const body = bodyOf(robotsTxt);
  const reader = new RecordReader(body, compileDialect(robotsTxt.dialect));
  const { bytes, cursor } = reader;
  const source = body.wholeSource();
  const gaps = new Map<number, Gap>();
  const pieces: Uint8Array[] = [];
  let copied = 0;
  let lastGroup: number | undefined;
  /** The first other record since the last user-agent line, or else the first blank line. */
  let between: Readonly<{ line: number; start: number; end: number; next: number }> | undefined;
  while (robotsTxt.encoding === 'utf-8' && reader.next()) {
    const { kind, groupIndex } = reader;
    const { line, lineStart, nextLine: next } = cursor;
    if (kind === 'user-agent' && groupIndex !== undefined) {
      if (between !== undefined && groupIndex === lastGroup) {
        const { start, end } = between;
        if (!gaps.has(groupIndex)) {
          const separator = textOf(bytes, start, end);
          gaps.set(groupIndex, { line: between.line, separator, nextLine: line });
        }
        pieces.push(source.subarray(copied, start), END_OF_RUN);
        copied = between.next;
      }
      lastGroup = groupIndex;
      between = undefined;
    } else if (cursor.kind === BLANK) {
      between ??= { line, start: lineStart, end: lineStart, next };
    } else if (cursor.kind >= 0 && (between === undefined || between.start === between.end)) {
      between = { line, start: cursor.fieldStart, end: cursor.valueEnd, next };
    }
  }
  return { gaps, body: joinBytes([...pieces, source.subarray(copied)]) };
}
