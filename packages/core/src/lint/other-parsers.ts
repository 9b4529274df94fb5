/** How others read the same file: the other dialects, and what widely used libraries do, one difference at a time. */
import { compileDialect } from '../compiled-dialect.js';
import { type Dialect, dialects } from '../dialect.js';
import { MIN_PARSING_LIMIT_BYTES } from '../limits.js';
import { bodyOf, parseRobotsTxt, type RobotsTxt } from '../robots-txt.js';
import { RecordReader } from '../syntax/record.js';
import type { Severity } from './codes.js';
import { joinBytes } from './fixes.js';

export interface OtherParser {
  /** Who reads so, for a sentence: "as … read it". */
  readonly label: string;
  /** The clause or source of the reading. */
  readonly clause: string;
  /** How much a difference matters: to crawlers of today, or to some of them. */
  readonly severity: Severity;
  /** The file as it is read so; undefined where that is how the file is read anyway. */
  readonly parse: (robotsTxt: RobotsTxt) => RobotsTxt | undefined;
}

/**
 * A difference in the data of the dialect alone. That of `/robots.txt` itself is no disagreement about the site.
 *
 * @param mayMatter whether the difference can change a verdict of the file; a cheap test that spares the proof
 */
function parserWith(
  label: string,
  clause: string,
  severity: Severity,
  change: Partial<Dialect>,
  mayMatter: (robotsTxt: RobotsTxt) => boolean = () => true,
): OtherParser {
  // Tables are made once for each dialect object, so each of them has one other.
  const others = new WeakMap<Dialect, Dialect>();
  const parse = (robotsTxt: RobotsTxt) => {
    const own = robotsTxt.dialect;
    const { name, robotsTxtAllowed } = own;
    const other = others.get(own) ?? { ...own, ...change, name, robotsTxtAllowed };
    others.set(own, other);
    const isSame = JSON.stringify(other) === JSON.stringify(own);
    if (isSame || !mayMatter(robotsTxt)) return undefined;
    return reparsed(robotsTxt, bodyOf(robotsTxt).wholeSource(), other);
  };
  return { label, clause, severity, parse };
}

/** What a byte of a path-pattern must be for wildcards to matter: special itself, or part of an escape that is. */
const WILDCARD = /[*$%]/;

function hasWildcards({ groups }: RobotsTxt): boolean {
  return groups.some(({ rules }) => rules.some(({ pattern }) => WILDCARD.test(pattern)));
}

/** Rules of one kind decide alike in any order. An empty path counts as an allow rule. */
function hasBothKinds({ groups }: RobotsTxt): boolean {
  const allows = groups.flatMap(({ rules }) =>
    rules.map(({ kind, bytes }) => kind === 'allow' || bytes === 0),
  );
  return new Set(allows).size > 1;
}

/** Case is ignored because it is ignored in product tokens. */
function namesTwice({ groups }: RobotsTxt): boolean {
  const names = groups.flatMap(({ productTokens }) => [
    ...new Set(productTokens.map((token) => token.toLowerCase())),
  ]);
  return new Set(names).size < names.length;
}

export const OTHER_PARSERS: readonly OtherParser[] = [
  parserWith('parsers that follow RFC 9309', 'RFC 9309 2.2', 'warning', dialects.rfc9309),
  parserWith("Google's parser", "Google's parser", 'warning', dialects.google),
  parserWith(
    'parsers that follow draft-koster-rep-00',
    'draft-koster-rep-00 2.2.1',
    'info',
    dialects['draft-koster-rep-00'],
  ),
  parserWith('parsers that follow the 1996 draft', '1996 draft 3.2', 'info', dialects.koster1996),
  parserWith(
    'libraries that compare paths as plain prefixes',
    '1996 draft 3.2.2',
    'info',
    {
      wildcards: false,
      escapeLiteralWildcards: false,
    },
    hasWildcards,
  ),
  parserWith(
    'libraries that apply the first matching rule',
    '1996 draft 3.2.2',
    'info',
    {
      precedence: 'first-in-file',
    },
    hasBothKinds,
  ),
  parserWith(
    'libraries that apply only the first group per name',
    '1996 draft 3.2.1',
    'info',
    {
      groups: { named: 'first', star: 'first' },
    },
    namesTwice,
  ),
  {
    label: 'libraries in which any line ends a run of user-agent lines',
    clause: 'RFC 9309 2.2.1',
    severity: 'info',
    parse: (robotsTxt) => {
      const body = bodyWithSplitRuns(robotsTxt);
      return body === undefined ? undefined : reparsed(robotsTxt, body, robotsTxt.dialect);
    },
  },
];

function reparsed({ truncated }: RobotsTxt, body: Uint8Array, dialect: Dialect): RobotsTxt {
  // What was read whole under a higher limit is read whole again.
  const isOverDefault = !truncated && body.length > MIN_PARSING_LIMIT_BYTES;
  return parseRobotsTxt(body, { dialect, ...(isOverDefault && { maxBytes: body.length }) });
}

/** It ends a run of user-agent lines and restricts nothing. */
const END_OF_RUN = new TextEncoder().encode('Disallow:\n');

/**
 * The body with an empty disallow line in the place of the first other record between two user-agent lines of a group,
 * so that every line keeps its number. Undefined where there is none, and for UTF-16, in which the line is not written.
 */
function bodyWithSplitRuns(robotsTxt: RobotsTxt): Uint8Array | undefined {
  if (robotsTxt.encoding !== 'utf-8') return undefined;
  const reader = new RecordReader(bodyOf(robotsTxt), compileDialect(robotsTxt.dialect));
  const source = bodyOf(robotsTxt).wholeSource();
  const pieces: Uint8Array[] = [];
  let copied = 0;
  let inRun = false;
  /** The other record in the run that is read: where its line begins and ends. */
  let between: readonly [number, number] | undefined;
  while (reader.next()) {
    const { kind, cursor } = reader;
    if (kind === 'user-agent') {
      if (between !== undefined) {
        pieces.push(source.subarray(copied, between[0]), END_OF_RUN);
        copied = between[1];
      }
      inRun = true;
      between = undefined;
    } else if (kind === 'allow' || kind === 'disallow') {
      inRun = false;
      between = undefined;
    } else if (inRun && cursor.kind >= 0) {
      between ??= [cursor.lineStart, cursor.nextLine];
    }
  }
  return copied === 0 ? undefined : joinBytes([...pieces, source.subarray(copied)]);
}
