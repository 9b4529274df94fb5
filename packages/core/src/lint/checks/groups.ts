/** Checks of groups that name a product token more than once, or have no rules. */

import { type CompiledDialect, compileDialect } from '../../dialect/compiled-dialect.js';
import type { Group } from '../../file/groups.js';
import { isLabel } from '../../file/label.js';
import type { RobotsTxt } from '../../file/robots-txt.js';
import { STAR_TOKEN } from '../../match/token-input.js';
import { isStarToken, productTokenEnd } from '../../syntax/group.js';
import type { RobotsTxtRecord } from '../../syntax/record.js';
import { textOf } from '../../syntax/source-text.js';
import { groupBy } from '../../util/group-by.js';
import { memoizeByObject } from '../../util/memoize-by-object.js';
import {
  type FileContext,
  type FileFinding,
  groupCheck,
  isOfLabels,
  isSameName,
  LINE_BREAK,
  quoted,
  removal,
  restricts,
  spanOf,
  userAgentSpan,
  writtenValue,
} from './check.js';
import { FIRST_GROUPS } from './other-parsers.js';
import { differenceFor } from './samples.js';

/** A user-agent line with a product token. */
interface TokenLine {
  readonly record: RobotsTxtRecord;
  readonly group: Group;
  readonly token: string;
}

const encoder = new TextEncoder();

/** Returns the lines that name each product token, ignoring case, in file order. Labels are not names of crawlers. */
export const tokenLinesOf = memoizeByObject((robotsTxt: RobotsTxt): readonly (readonly TokenLine[])[] => {
  const tables = compileDialect(robotsTxt.dialect);
  const namings = robotsTxt.groups.flatMap((group) =>
    group.userAgentRecords.map((record): TokenLine => {
      return { record, group, token: tokenIn(writtenValue(record), tables) };
    }),
  );
  const byName = groupBy(
    namings.filter(({ token }) => !isLabel(token)),
    ({ token }) => token.toLowerCase(),
  );
  byName.delete('');
  return [...byName.values()];
});

/** Returns the product token in the value of a user-agent line, or an empty string. */
export function tokenIn(value: string, tables: CompiledDialect): string {
  const bytes = encoder.encode(value);
  if (isStarToken(bytes, 0, bytes.length, tables)) return STAR_TOKEN;
  return textOf(bytes, 0, productTokenEnd(bytes, 0, bytes.length, tables));
}

export const duplicateUserAgent = groupCheck({
  code: 'duplicate-user-agent',
  severity: 'info',
  fixable: true,
  title: 'Duplicate user-agent line',
  description: 'The group already names the product token.',
  find: function* ({ robotsTxt }) {
    for (const [{ record: first }, ...duplicates] of tokenLinesOf(robotsTxt).flatMap(byGroup)) {
      for (const { record, token } of duplicates) {
        // Parsers that compare the whole value may read a different crawler in it.
        if (!isSameValue(first, record)) continue;
        yield {
          message: `Line ${first.line} already names ${quoted(token)} in this group. Remove this line.`,
          span: spanOf(record),
          related: [spanOf(first)],
          fix: removal(record),
        };
      }
    }
  },
});

function byGroup(lines: readonly TokenLine[]): (readonly TokenLine[])[] {
  return [...groupBy(lines, ({ group }) => group).values()];
}

function isSameValue(a: RobotsTxtRecord, b: RobotsTxtRecord): boolean {
  return isSameName(writtenValue(a), writtenValue(b));
}

/** A group for a product token that already has one. */
interface RepeatedGroup {
  readonly token: string;
  readonly line: TokenLine;
  readonly first: TokenLine;
  readonly kind: 'shadowed' | 'duplicate' | 'managed' | 'split';
}

const repeatedGroups = memoizeByObject((robotsTxt: RobotsTxt): readonly RepeatedGroup[] => {
  const { named, star } = robotsTxt.dialect.groups;
  const repeated: RepeatedGroup[] = [];
  for (const lines of tokenLinesOf(robotsTxt)) {
    const [first, ...later] = byGroup(lines).map(([line]) => line);
    const seen = new Set([signatureOf(first.group)]);
    for (const line of later) {
      const rules = signatureOf(line.group);
      const { token } = line;
      const isShadowed = (token === STAR_TOKEN ? star : named) === 'first';
      const [begin, end] = managedLines(robotsTxt);
      const isManaged = begin < first.record.line && first.record.line < end && end < line.record.line;
      const isDuplicate = seen.has(rules);
      if (isDuplicate && !isSameValue(first.record, line.record)) continue;
      let kind: RepeatedGroup['kind'] = isManaged ? 'managed' : 'split';
      if (isDuplicate) kind = 'duplicate';
      if (isShadowed) kind = 'shadowed';
      seen.add(rules);
      repeated.push({ token, line, first, kind });
    }
  }
  return repeated;
});

function repeated(
  wanted: RepeatedGroup['kind'],
  { robotsTxt }: FileContext,
  rest: string | ((line: TokenLine) => string),
): FileFinding[] {
  return repeatedGroups(robotsTxt).flatMap(({ token, line, first, kind }) => {
    if (kind !== wanted) return [];
    const advice = typeof rest === 'string' ? rest : rest(line);
    const message = `${quoted(token)} already has a group on line ${first.record.line}${advice}`;
    return [{ message, span: spanOf(line.record), related: [spanOf(first.record)] }];
  });
}

export const splitGroup = groupCheck({
  code: 'split-group',
  title: 'Split group',
  description: 'The product token has an earlier group, and the two are merged.',
  find: (context) => repeated('split', context, '. Some crawlers follow only one of the two. Combine them.'),
});

export const duplicateGroup = groupCheck({
  code: 'duplicate-group',
  title: 'Duplicate group',
  description: 'The product token has an earlier group with the same rules.',
  find: (context) =>
    // If the group also names other crawlers, they would lose its rules.
    repeated('duplicate', context, ({ group }) => {
      const subject = group.userAgentRecords.length > 1 ? 'this line' : 'the duplicate';
      return `, and this one only repeats its rules. Remove ${subject}.`;
    }),
});

export const shadowedGroup = groupCheck({
  code: 'shadowed-group',
  severity: 'error',
  title: 'Ignored group',
  description: 'The product token has an earlier group, and this dialect applies only the first.',
  find: (context) => repeated('shadowed', context, ', and only the first group applies. Move the rules there.'),
});

/** Comments around the groups that Cloudflare inserts before a site's own file. */
const MANAGED = [/^# BEGIN Cloudflare Managed Content/im, /^# END Cloudflare Managed Content/im];

/** Returns the first and last line of the managed block; 0 for one that is missing. */
const managedLines = memoizeByObject(({ text }: RobotsTxt) =>
  MANAGED.map((comment) => {
    const at = text.search(comment);
    return at < 0 ? 0 : text.slice(0, at).split(LINE_BREAK).length;
  }),
);

/**
 * Returns the lines of the block that Cloudflare inserts before a site's own file if its managed robots.txt is on; undefined
 * if there is none.
 *
 * @example
 * ```ts
 * import { parseRobotsTxt } from '@repkit/core';
 * import { managedBlock } from '@repkit/core/analysis';
 *
 * const text = '# BEGIN Cloudflare Managed content\nUser-agent: *\n# END Cloudflare Managed Content';
 * managedBlock(parseRobotsTxt(text)); // { firstLine: 1, lastLine: 3 }
 * managedBlock(parseRobotsTxt('User-agent: *')); // undefined
 * ```
 */
export function managedBlock(robotsTxt: RobotsTxt): { readonly firstLine: number; readonly lastLine: number } | undefined {
  const [firstLine, lastLine] = managedLines(robotsTxt);
  return 0 < firstLine && firstLine < lastLine ? { firstLine, lastLine } : undefined;
}

export const managedGroup = groupCheck({
  code: 'managed-group',
  title: "Group in Cloudflare's block",
  description:
    "Cloudflare's managed block already has a group for the product token, and crawlers that follow only the first group treat a URL differently.",
  find: function* (context) {
    const { robotsTxt, budget, leaveUndecided } = context;
    const managed = repeatedGroups(robotsTxt).filter(({ kind }) => kind === 'managed');
    if (managed.length === 0) return;
    const reparsed = budget.left === 0 ? undefined : FIRST_GROUPS.parse(robotsTxt);
    if (reparsed === undefined) return leaveUndecided();
    for (const { token, line, first } of managed) {
      const witness = differenceFor(token, reparsed, context, (merged, firstOnly) => merged !== firstOnly);
      if (witness === undefined) continue;
      const [verb, opposite] = reparsed.matcher(token).isTargetAllowed(witness) ? ['block', 'allow'] : ['allow', 'block'];
      yield {
        message: `Cloudflare's managed block already has a group for ${quoted(token)} on line ${first.record.line}. Crawlers that combine both ${verb} ${quoted(witness)}; crawlers that follow only the first ${opposite} it. Turn off managed robots.txt and add its rules to your own groups.`,
        span: spanOf(line.record),
        related: [spanOf(first.record)],
        witness,
      };
    }
  },
});

export const emptyGroup = groupCheck({
  code: 'empty-group',
  title: 'Group without rules',
  description: 'The group has no rules and so allows everything, although "*" is restricted.',
  find: function* ({ audiences: { all, star }, robotsTxt }) {
    if (star?.matcher.group === undefined || !star.matcher.rules.some(restricts)) return;
    const related = [userAgentSpan(robotsTxt, star.matcher.group)];
    for (const audience of all) {
      const { tokens, matcher } = audience;
      if (matcher.rules.length > 0 || matcher.group === undefined) continue;
      if (isOfLabels(audience)) continue;
      const message = `The group for ${quoted(tokens[0])} has no rules, so it allows everything, although "*" is restricted. Add "Disallow:" if that is intended.`;
      yield { message, span: userAgentSpan(robotsTxt, matcher.group), related };
    }
  },
});

/** Returns a string that is equal for groups with the same rules in every dialect. */
const signatureOf = memoizeByObject(({ rules }: Group): string => {
  const written = rules.map(({ kind, pattern }) => `${kind} ${pattern}`);
  return JSON.stringify([...new Set(written)].sort());
});
