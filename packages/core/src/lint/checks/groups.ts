/** Checks of groups that name a product token more than once, or have no rules. */

import { type CompiledDialect, compileDialect } from '../../dialect/compiled-dialect.js';
import { oncePer } from '../../dialect/once-per.js';
import type { Group } from '../../file/groups.js';
import type { RobotsTxt } from '../../file/robots-txt.js';
import { STAR_TOKEN } from '../../match/token-input.js';
import { isStarToken, productTokenEnd } from '../../syntax/group.js';
import type { RobotsTxtRecord } from '../../syntax/record.js';
import {
  type FileContext,
  type FileFinding,
  groupCheck,
  isSameName,
  LINE_END,
  quoted,
  removal,
  restricts,
  spanOf,
  userAgentSpan,
  writtenValue,
} from './check.js';
import { differenceFor } from './dropped-rules.js';
import { FIRST_GROUPS } from './other-parsers.js';

/** A user-agent line with a product token. */
interface TokenLine {
  readonly record: RobotsTxtRecord;
  readonly group: Group;
  readonly token: string;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Returns the lines that name each product token, ignoring case, in file order. */
export const tokenLinesOf = oncePer((robotsTxt: RobotsTxt): readonly (readonly TokenLine[])[] => {
  const tables = compileDialect(robotsTxt.dialect);
  const namings = robotsTxt.groups.flatMap((group) =>
    group.userAgentRecords.map((record): TokenLine => {
      return { record, group, token: nameIn(record, tables) };
    }),
  );
  const byName = Map.groupBy(namings, ({ token }) => token.toLowerCase());
  byName.delete('');
  return [...byName.values()];
});

/** Returns the product token on the line (row 10), or an empty string. */
function nameIn(record: RobotsTxtRecord, tables: CompiledDialect): string {
  const bytes = encoder.encode(writtenValue(record));
  if (isStarToken(bytes, 0, bytes.length, tables)) return STAR_TOKEN;
  return decoder.decode(bytes.subarray(0, productTokenEnd(bytes, 0, bytes.length, tables)));
}

export const duplicateUserAgent = groupCheck({
  code: 'duplicate-user-agent',
  severity: 'info',
  fixable: true,
  title: 'Duplicate user-agent line',
  description: 'The group already names the product token.',
  find: function* ({ robotsTxt }) {
    for (const namings of tokenLinesOf(robotsTxt)) {
      const firstIn = new Map<Group, RobotsTxtRecord>();
      for (const { record, group, token } of namings) {
        const before = firstIn.get(group);
        if (before === undefined) firstIn.set(group, record);
        // The rest of the value may name another crawler to parsers that compare all of it.
        if (before === undefined || !isSameValue(before, record)) continue;
        yield {
          message: `Line ${before.line} already names ${quoted(token)} in this group. Remove this line.`,
          span: spanOf(record),
          related: [spanOf(before)],
          fix: removal(robotsTxt, record),
        };
      }
    }
  },
});

function isSameValue(one: RobotsTxtRecord, other: RobotsTxtRecord): boolean {
  return isSameName(writtenValue(one), writtenValue(other));
}

/** A group of a product token that already has one. */
interface RepeatedGroup {
  readonly token: string;
  readonly line: TokenLine;
  readonly first: TokenLine;
  readonly kind: 'shadowed' | 'duplicate' | 'managed' | 'split';
}

const repeatedGroups = oncePer((robotsTxt: RobotsTxt): readonly RepeatedGroup[] => {
  const { named, star } = robotsTxt.dialect.groups;
  let managed: readonly number[] | undefined;
  const rulesOf = oncePer(signatureOf);
  const found: RepeatedGroup[] = [];
  for (const namings of tokenLinesOf(robotsTxt)) {
    const [first] = namings;
    if (namings.length === 1) continue;
    const groups = new Set([first.group]);
    const seen = new Set([rulesOf(first.group)]);
    for (const line of namings) {
      if (groups.has(line.group)) continue;
      groups.add(line.group);
      const rules = rulesOf(line.group);
      const { token } = line;
      const isShadowed = (token === STAR_TOKEN ? star : named) === 'first';
      managed ??= managedLines(robotsTxt);
      const [begin, end] = managed;
      const isManaged =
        begin < first.record.line && first.record.line < end && end < line.record.line;
      const isDuplicate = seen.has(rules);
      if (isDuplicate && !isSameValue(first.record, line.record)) continue;
      const others = isManaged ? 'managed' : 'split';
      const kind = isShadowed ? 'shadowed' : isDuplicate ? 'duplicate' : others;
      seen.add(rules);
      found.push({ token, line, first, kind });
    }
  }
  return found;
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
  find: (context) =>
    repeated('split', context, '. Some crawlers follow only one of the two. Combine them.'),
});

export const duplicateGroup = groupCheck({
  code: 'duplicate-group',
  title: 'Duplicate group',
  description: 'The product token has an earlier group with the same rules.',
  find: (context) =>
    // The group may name other crawlers, which would lose its rules.
    repeated('duplicate', context, ({ group }) => {
      const what = group.userAgentRecords.length > 1 ? 'this line' : 'the duplicate';
      return `, and this one only repeats its rules. Remove ${what}.`;
    }),
});

export const shadowedGroup = groupCheck({
  code: 'shadowed-group',
  severity: 'error',
  title: 'Ignored group',
  description: 'The product token has an earlier group, and this dialect applies only the first.',
  find: (context) =>
    repeated('shadowed', context, ', and only the first group applies. Move the rules there.'),
});

/** Comments around the groups that Cloudflare puts before a site's own file. */
const MANAGED = [/^# BEGIN Cloudflare Managed Content/im, /^# END Cloudflare Managed Content/im];

/** Returns the first and last line of the managed block; 0 for one that is missing. */
function managedLines({ text }: RobotsTxt): readonly number[] {
  return MANAGED.map((comment) => {
    const at = text.search(comment);
    return at < 0 ? 0 : text.slice(0, at).split(LINE_END).length;
  });
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
    const other = budget.left === 0 ? undefined : FIRST_GROUPS.parse(robotsTxt);
    if (other === undefined) return leaveUndecided();
    for (const { token, line, first } of managed) {
      const witness = differenceFor(token, other, context, (one, two) => one !== two);
      if (witness === undefined) continue;
      const [verb, opposite] = other.matcher(token).isTargetAllowed(witness)
        ? ['block', 'allow']
        : ['allow', 'block'];
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
  find: ({ audiences: { all, star }, robotsTxt }) => {
    if (star?.matcher.group === undefined || !star.matcher.rules.some(restricts)) return [];
    const related = [userAgentSpan(robotsTxt, star.matcher.group)];
    return all.flatMap(({ tokens, matcher: { group, rules } }): FileFinding[] => {
      if (rules.length > 0 || group === undefined) return [];
      const message = `The group for ${quoted(tokens[0])} has no rules, so it allows everything, although "*" is restricted. Add "Disallow:" if that is intended.`;
      return [{ message, span: userAgentSpan(robotsTxt, group), related }];
    });
  },
});

/** Returns a text that is equal for groups with the same rules in every dialect. */
function signatureOf({ rules }: Group): string {
  const written = rules.map(({ kind, pattern }) => `${kind} ${pattern}`);
  return JSON.stringify([...new Set(written)].sort());
}
