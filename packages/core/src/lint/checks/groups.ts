/** Checks of groups and user-agent lines. */
import { type CompiledDialect, compileDialect } from '../../dialect/compiled-dialect.js';
import { type Group, nameOf } from '../../file/groups.js';
import type { RobotsTxt } from '../../file/robots-txt.js';
import { STAR_TOKEN } from '../../match/token-input.js';
import { isStarToken, productTokenEnd } from '../../syntax/group.js';
import type { RobotsTxtRecord } from '../../syntax/record.js';
import { textOf } from '../../syntax/source-text.js';
import { type Diagnostic, diagnostic } from '../diagnostic.js';
import { FIRST_GROUPS } from '../other-parsers.js';
import { GOOGLE_TOKENS, WELL_KNOWN_CRAWLERS } from '../well-known-crawlers.js';
import {
  type FileCheck,
  type FileContext,
  type Finding,
  LINE_END,
  type LineCheck,
  type LineContext,
  listInWords,
  quoted,
  removal,
  replacePiece,
  restricts,
  spanOf,
  writtenValue,
} from './check.js';
import { differenceFor } from './dropped-rules.js';

/** A user-agent line with a product token. */
interface TokenLine {
  readonly record: RobotsTxtRecord;
  readonly group: Group;
  readonly token: string;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Reports product tokens that are named more than once, in one group or in several. */
export const repeatedNames: FileCheck = function* (context) {
  const { robotsTxt } = context;
  const byName = tokenLinesOf(robotsTxt);
  yield* duplicateUserAgents(byName, robotsTxt);
  yield* repeatedGroups(byName, context);
};

/** Reports product tokens that one group names twice. */
function* duplicateUserAgents(
  byName: readonly (readonly TokenLine[])[],
  robotsTxt: RobotsTxt,
): Generator<Diagnostic> {
  for (const namings of byName) {
    if (namings.length === 1) continue;
    const firstIn = new Map<Group, RobotsTxtRecord>();
    for (const { record, group, token } of namings) {
      const before = firstIn.get(group);
      if (before === undefined) {
        firstIn.set(group, record);
        continue;
      }
      const fix = removal(robotsTxt, record);
      yield diagnostic('duplicate-user-agent', {
        message: `Line ${before.line} already names ${quoted(token)} in this group. Remove this line.`,
        span: spanOf(record),
        related: [spanOf(before)],
        ...(fix !== undefined && { fix }),
      });
    }
  }
}

/** Reports groups of a product token that already has one: ignored, duplicate or merged. */
function* repeatedGroups(
  byName: readonly (readonly TokenLine[])[],
  context: FileContext,
): Generator<Diagnostic> {
  let managed: readonly number[] | undefined;
  const known = new Map<Group, string>();
  const rulesOf = (group: Group): string => {
    const rules = known.get(group) ?? signatureOf(group);
    known.set(group, rules);
    return rules;
  };
  for (const namings of byName) {
    const [first] = namings;
    if (namings.length === 1) continue;
    const groups = new Map(namings.map((naming) => [naming.group, naming] as const).reverse());
    groups.delete(first.group);
    if (groups.size === 0) continue;
    const seen = new Set([rulesOf(first.group)]);
    for (const naming of [...groups.values()].reverse()) {
      const rules = rulesOf(naming.group);
      const repeats = seen.has(rules);
      seen.add(rules);
      const found = repeatedGroup(naming, first, repeats, context.robotsTxt);
      managed ??= managedLines(context.robotsTxt);
      const [begin, end] = managed;
      const { line } = first.record;
      const isManaged = begin < line && line < end && end < naming.record.line;
      if (isManaged && found.code === 'split-group') yield* managedGroup(naming, found, context);
      else yield found;
    }
  }
}

function repeatedGroup(
  { record, token }: TokenLine,
  first: TokenLine,
  repeats: boolean,
  { dialect }: RobotsTxt,
): Diagnostic {
  const { named, star } = dialect.groups;
  const isShadowed = (token === STAR_TOKEN ? star : named) === 'first';
  const start = `${quoted(token)} already has a group on line ${first.record.line}`;
  const common = { span: spanOf(record), related: [spanOf(first.record)] };
  if (isShadowed) {
    const message = `${start}, and only the first group applies. Move the rules there.`;
    return diagnostic('shadowed-group', {
      message,
      ...common,
    });
  }
  if (repeats) {
    const message = `${start}, and this one only repeats its rules. Remove the duplicate.`;
    return diagnostic('duplicate-group', {
      message,
      ...common,
    });
  }
  const message = `${start}. Some crawlers follow only one of the two. Combine them.`;
  return diagnostic('split-group', {
    message,
    ...common,
  });
}

/** Comments around the groups that Cloudflare puts before a site's own file. */
const MANAGED = [/^# BEGIN Cloudflare Managed Content/im, /^# END Cloudflare Managed Content/im];

/** Returns the first and last line of the managed block; 0 for one that is missing. */
function managedLines({ text }: RobotsTxt): readonly number[] {
  return MANAGED.map((comment) => {
    const at = text.search(comment);
    return at < 0 ? 0 : text.slice(0, at).split(LINE_END).length;
  });
}

/** Reports a URL that crawlers treat differently which follow only the group in the managed block. */
function* managedGroup(
  { token }: TokenLine,
  { span, related = [] }: Diagnostic,
  context: FileContext,
): Generator<Diagnostic> {
  const { robotsTxt, budget, leaveUndecided } = context;
  const other = budget.left === 0 ? undefined : FIRST_GROUPS.parse(robotsTxt);
  if (other === undefined) return leaveUndecided();
  const witness = differenceFor(token, other, context, (one, two) => one !== two);
  if (witness === undefined) return;
  const [verb, opposite] = other.matcher(token).isTargetAllowed(witness)
    ? ['block', 'allow']
    : ['allow', 'block'];
  yield diagnostic('managed-group', {
    message: `Cloudflare's managed block already has a group for ${quoted(token)} on line ${related[0]?.line}. Crawlers that combine both ${verb} ${quoted(witness)}; crawlers that follow only the first ${opposite} it. Turn off managed robots.txt and add its rules to your own groups.`,
    span,
    related,
    witness,
  });
}

/** Reports groups without rules if `*` is restricted. */
export const emptyGroups: FileCheck = ({ audiences: { all, star }, userAgentSpan }) => {
  if (star?.matcher.group === undefined || !star.matcher.rules.some(restricts)) return [];
  const related = [userAgentSpan(star.matcher.group.userAgentLines[0])];
  return all.flatMap(({ tokens, matcher: { group, rules } }): Diagnostic[] => {
    if (rules.length > 0 || group === undefined) return [];
    return [
      diagnostic('empty-group', {
        message: `The group for ${quoted(tokens[0])} has no rules, so it allows everything, although "*" is restricted. Add "Disallow:" if that is intended.`,
        span: userAgentSpan(group.userAgentLines[0]),
        related,
      }),
    ];
  });
};

/** Returns the lines that name each product token, ignoring case, in file order. */
export function tokenLinesOf(robotsTxt: RobotsTxt): TokenLine[][] {
  const tables = compileDialect(robotsTxt.dialect);
  const namings = robotsTxt.groups.flatMap((group) =>
    group.userAgentRecords.map((record): TokenLine => {
      return { record, group, token: nameIn(record, tables) };
    }),
  );
  const byName = Map.groupBy(namings, ({ token }) => token.toLowerCase());
  byName.delete('');
  return [...byName.values()];
}

/** Returns the product token on the line (row 10), or an empty string. */
function nameIn(record: RobotsTxtRecord, tables: CompiledDialect): string {
  const bytes = encoder.encode(writtenValue(record));
  if (isStarToken(bytes, 0, bytes.length, tables)) return STAR_TOKEN;
  return decoder.decode(bytes.subarray(0, productTokenEnd(bytes, 0, bytes.length, tables)));
}

/** Returns a text that is equal for groups with the same rules. */
function signatureOf({ rules }: Group): string {
  const written = rules.map(({ kind, canonicalPattern }) => `${kind} ${canonicalPattern}`);
  return JSON.stringify([...new Set(written)].sort());
}

const ASCII = /^[ -~]*$/;
const REPLACEMENT_CHARACTER = '\uFFFD';
/** RFC 9309 2.2.1: letters, `_` and `-`. */
const RFC_TOKEN = /^[A-Za-z_-]*/;
/** The rest of a product in a User-Agent header, or stars in its place. */
const VERSION = /^(?:\/\S*|\*+)$/;

export const userAgentChecks: readonly LineCheck[] = [
  {
    code: 'unusable-product-token',
    about: 'value',
    find: (context) =>
      nameOnLine(context) === ''
        ? {
            message: `${quoted(writtenValue(context.record))} is not a product token, so this line matches no crawler. Write a name such as "Googlebot", or "*".`,
          }
        : undefined,
  },
  {
    code: 'product-token-cut',
    about: 'value',
    find: (context) => {
      const name = nameOnLine(context);
      return name === undefined || name === '' ? undefined : ignoredRest(name, context);
    },
  },
  {
    code: 'product-token-outside-rfc',
    about: 'value',
    find: (context) => {
      const name = nameOnLine(context);
      if (name === undefined || name === '' || name === STAR_TOKEN) return undefined;
      const [letters] = RFC_TOKEN.exec(name) ?? [''];
      if (letters === name) return undefined;
      const effect = letters === '' ? 'ignore this line' : `read only ${quoted(letters)}`;
      return {
        message: `${quoted(name)} contains characters other than letters, "_" and "-". Some crawlers ${effect}.`,
      };
    },
  },
];

/** Returns the product token on the line as text; undefined if it is not a user-agent line. */
function nameOnLine(context: LineContext): string | undefined {
  const { record, bytes, valueStart, valueEnd, tables } = context;
  if (record.kind !== 'user-agent') return undefined;
  const name = nameOf(bytes, valueStart, valueEnd, tables);
  return ASCII.test(name) ? name : textOf(bytes, valueStart, valueStart + name.length);
}

/** The start of the User-Agent header of a browser, or the comment of a crawler's. */
const IS_HEADER = /^Mozilla\/|\(compatible[;)]/i;
/** Characters around the products of a User-Agent header or in a list. */
const SEPARATORS = /[\s,;()/|]+/;
/** Characters of a value in which crawlers are searched: longer than any User-Agent header. */
const LONGEST_HEADER = 512;

const NAMES = new Map(
  [...WELL_KNOWN_CRAWLERS, ...GOOGLE_TOKENS].map((name) => [name.toLowerCase(), name]),
);

/** Returns the names of the well-known crawlers in a text, as their operators spell them. */
function crawlersIn(text: string): readonly string[] {
  const words = text.slice(0, LONGEST_HEADER).toLowerCase().split(SEPARATORS);
  return [...new Set(words.flatMap((word) => NAMES.get(word) ?? []))];
}

function ignoredRest(name: string, { record }: LineContext): Finding | undefined {
  const written = writtenValue(record);
  const rest = written.slice(name.length);
  if (rest === '') return undefined;
  const crawlers = crawlersIn(written);
  if (IS_HEADER.test(written) && crawlers.length > 0) {
    return {
      message: `${quoted(written)} is a User-Agent header, of which crawlers read only ${quoted(name)}. Write the product token: ${listInWords(
        crawlers.map((name) => quoted(name)),
        'or',
      )}.`,
    };
  }
  if (crawlers.length > 1 && crawlers[0].toLowerCase() === name.toLowerCase()) {
    return {
      message: `Crawlers read only ${quoted(name)} of ${quoted(written)}. Write one user-agent line each for ${listInWords(crawlers.map((name) => quoted(name)))}.`,
    };
  }
  const isText = !name.includes(REPLACEMENT_CHARACTER) && name !== STAR_TOKEN;
  return {
    message: `Crawlers read only ${quoted(name)} of ${quoted(written)}. Write one product token per line, without a version.`,
    // Other text may be a second crawler, but a version never is.
    fix: isText && VERSION.test(rest) ? replacePiece(record, 'value', name) : undefined,
  };
}
