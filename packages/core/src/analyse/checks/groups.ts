/** Checks of groups as they stand in the file. */
import { type CompiledDialect, compileDialect } from '../../compiled-dialect.js';
import { EVERYONE } from '../../match/asked-token.js';
import type { RobotsTxt } from '../../robots-txt.js';
import type { Group } from '../../syntax/groups.js';
import type { RobotsTxtRecord } from '../../syntax/record.js';
import { namesEveryone, productTokenEnd } from '../../syntax/user-agent-line.js';
import type { Diagnostic } from '../diagnostic.js';
import { quoted, writtenValue } from './check.js';
import { type FileCheck, recordOn, removal, restricts, spanOf } from './finding.js';

/** A user-agent line that names somebody. */
interface Naming {
  readonly record: RobotsTxtRecord;
  readonly group: Group;
  readonly token: string;
}

const CLAUSE = 'RFC 9309 2.2.1';

/** Product tokens that are named twice in one group. */
export const duplicateUserAgents: FileCheck = ({ robotsTxt }) =>
  namingsOf(robotsTxt).flatMap((namings) => {
    const firstIn = new Map<Group, RobotsTxtRecord>();
    return namings.flatMap(({ record, group, token }): Diagnostic[] => {
      const before = firstIn.get(group);
      if (before === undefined) {
        firstIn.set(group, record);
        return [];
      }
      const fix = removal(robotsTxt, record);
      return [
        {
          code: 'duplicate-user-agent',
          severity: 'info',
          message: `${quoted(token)} is named by line ${before.line} of the group already.`,
          clause: CLAUSE,
          span: spanOf(record),
          related: [spanOf(before)],
          ...(fix !== undefined && { fix }),
        },
      ];
    });
  });

/** Groups of a product token that has one before: ignored, repeated or merged. */
export const repeatedGroups: FileCheck = ({ robotsTxt }) => {
  const known = new Map<Group, string>();
  const rulesOf = (group: Group): string => {
    const rules = known.get(group) ?? signatureOf(group);
    known.set(group, rules);
    return rules;
  };
  return namingsOf(robotsTxt).flatMap((namings) => {
    const [first] = namings;
    const groups = new Map(namings.map((naming) => [naming.group, naming] as const).reverse());
    groups.delete(first.group);
    if (groups.size === 0) return [];
    const seen = new Set([rulesOf(first.group)]);
    return [...groups.values()].reverse().map((naming) => {
      const rules = rulesOf(naming.group);
      const repeats = seen.has(rules);
      seen.add(rules);
      return repeatedGroup(naming, first, repeats, robotsTxt);
    });
  });
};

function repeatedGroup(
  { record, token }: Naming,
  first: Naming,
  repeats: boolean,
  { dialect }: RobotsTxt,
): Diagnostic {
  const { named, everyone } = dialect.groups;
  const isShadowed = (token === EVERYONE ? everyone : named) === 'first';
  const start = `${quoted(token)} has a group on line ${first.record.line} already`;
  const common = { clause: CLAUSE, span: spanOf(record), related: [spanOf(first.record)] };
  if (isShadowed) {
    const message = `${start}, and only the first is read; this one says nothing about it.`;
    return { code: 'shadowed-group', severity: 'error', message, ...common };
  }
  if (repeats) {
    const message = `${start}, and this one only repeats rules.`;
    return { code: 'duplicate-group', severity: 'warning', message, ...common };
  }
  const message = `${start}; the two are merged here, but some crawlers read only one of them.`;
  return { code: 'split-group', severity: 'warning', message, ...common };
}

/** Groups without a rule, where everyone else has some. */
export const emptyGroups: FileCheck = ({ robotsTxt, audiences: { all, everyone } }) => {
  if (everyone?.matcher.group === undefined || !everyone.matcher.rules.some(restricts)) return [];
  const related = [spanOf(recordOn(robotsTxt, everyone.matcher.group.userAgentLines[0]))];
  return all.flatMap(({ tokens, matcher: { group, rules } }): Diagnostic[] => {
    if (rules.length > 0 || group === undefined) return [];
    return [
      {
        code: 'empty-group',
        severity: 'warning',
        message: `The group of ${quoted(tokens[0])} has no rule, so everything is allowed there, while "*" has some.`,
        clause: CLAUSE,
        span: spanOf(recordOn(robotsTxt, group.userAgentLines[0])),
        related,
      },
    ];
  });
};

/** The lines that name each product token, whatever its case, in file order. */
function namingsOf(robotsTxt: RobotsTxt): Naming[][] {
  const tables = compileDialect(robotsTxt.dialect);
  const namings = robotsTxt.groups.flatMap((group) =>
    group.userAgentRecords.map((record): Naming => {
      return { record, group, token: nameIn(record, tables) };
    }),
  );
  const byName = Map.groupBy(namings, ({ token }) => token.toLowerCase());
  byName.delete('');
  return [...byName.values()];
}

/** Whom the line names (row 10); the empty string for nobody. */
function nameIn(record: RobotsTxtRecord, tables: CompiledDialect): string {
  const octets = new TextEncoder().encode(writtenValue(record));
  if (namesEveryone(octets, 0, octets.length, tables)) return EVERYONE;
  return new TextDecoder().decode(
    octets.subarray(0, productTokenEnd(octets, 0, octets.length, tables)),
  );
}

/** Equal for groups that have the same rules. */
function signatureOf({ rules }: Group): string {
  const written = rules.map(({ kind, canonicalPattern }) => `${kind} ${canonicalPattern}`);
  return JSON.stringify([...new Set(written)].sort());
}
