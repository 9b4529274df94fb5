/** Checks for groups that were probably meant as two, but are one because no rule separates them. Example URLs prove it. */

import { bodyOf } from '../../file/internal.js';
import type { RobotsTxt } from '../../file/robots-txt.js';
import type { RobotsTxtRecord } from '../../syntax/record.js';
import { joinBytes } from '../../util/bytes.js';
import { groupCheck, quoted, spanOf, writtenValue } from './check.js';
import { reparsed } from './other-parsers.js';
import { differenceFor } from './samples.js';

export const mergedGroups = groupCheck({
  code: 'merged-groups',
  severity: 'info',
  title: 'Merged groups',
  description:
    'Only blank lines or other records are between two user-agent lines, so both follow the same rules, but some parsers end the group there. A warning if it blocks the home page.',
  find: function* (context) {
    const { robotsTxt } = context;
    const { gaps, body } = splitGroups(robotsTxt);
    if (gaps.size === 0) return;
    const reparsedFile = reparsed(robotsTxt, body, robotsTxt.dialect);
    for (const [group, { between, next }] of gaps) {
      const { productTokens, userAgentRecords } = robotsTxt.groups[group];
      const isBlocked = (merged: boolean, split: boolean) => !merged && split;
      const witness = differenceFor(productTokens[0] ?? '', reparsedFile, context, isBlocked);
      if (witness === undefined) continue;
      const [first] = userAgentRecords;
      const name = quoted(writtenValue(first));
      const { line, kind, text, field, value } = between;
      const separator = text.slice((field?.span.column ?? 1) - 1, (value?.span.endColumn ?? 1) - 1);
      const where =
        kind === 'blank'
          ? `at the blank line ${line}, as in the 1996 draft,`
          : `at line ${line} (${quoted(separator)})${IS_CONTENT_USAGE.test(separator) ? ', as AIPREF does,' : ''}`;
      yield {
        severity: witness === '/' ? 'warning' : 'info',
        message: `No rule separates ${name} from ${quoted(writtenValue(next))} on line ${next.line}, so both follow the same rules, and ${name} may not fetch ${quoted(witness)}. Parsers that end a group ${where} allow it. Add rules for ${name}, or leave no line between the two.`,
        span: spanOf(first),
        related: [spanOf(next)],
        witness,
      };
    }
  },
});

/** Counts as a rule in draft-ietf-aipref-attach-05, so it ends a run of user-agent lines. */
const IS_CONTENT_USAGE = /^content-usage[ \t]*:/i;

/** Two user-agent lines of a group with something between them. */
interface Gap {
  /** The first other record between them, or else the first blank line. */
  readonly between: RobotsTxtRecord;
  /** The second user-agent line. */
  readonly next: RobotsTxtRecord;
}

/** A line that ends a run of user-agent lines and restricts nothing. */
const END_OF_RUN = new TextEncoder().encode('Disallow:\n');

/**
 * Returns the first gap of each group by the group's index, and a body in which every gap ends the group. In it, an empty
 * disallow line replaces the record between, so that line numbers stay the same. Returns no gaps for UTF-16.
 */
function splitGroups(robotsTxt: RobotsTxt): {
  readonly gaps: ReadonlyMap<number, Gap>;
  readonly body: Uint8Array;
} {
  const source = bodyOf(robotsTxt).wholeSource();
  const gaps = new Map<number, Gap>();
  const pieces: Uint8Array[] = [];
  let copied = 0;
  let lastGroup: number | undefined;
  let between: RobotsTxtRecord | undefined;
  const walk = robotsTxt.walk();
  while (robotsTxt.encoding === 'utf-8' && walk.next()) {
    const { kind, groupIndex } = walk;
    if (kind === 'user-agent' && groupIndex !== undefined) {
      if (between !== undefined && groupIndex === lastGroup) {
        if (!gaps.has(groupIndex)) gaps.set(groupIndex, { between, next: walk.record() });
        const { span, field = between } = between;
        pieces.push(source.subarray(copied, field.span.start), END_OF_RUN);
        copied = span.end;
      }
      lastGroup = groupIndex;
      between = undefined;
    } else if (kind === 'blank') {
      between ??= walk.record();
    } else if (kind !== 'comment' && kind !== 'invalid' && between?.field === undefined) {
      between = walk.record();
    }
  }
  return { gaps, body: joinBytes([...pieces, source.subarray(copied)]) };
}
