/** How others read the same file: the other dialects, and what widely used libraries do, one difference at a time. */
import { type Dialect, dialects } from '../dialect.js';
import { joinOctets } from '../join-octets.js';
import { MIN_PARSING_LIMIT_OCTETS } from '../limits.js';
import { parseRobotsTxt, type RobotsTxt } from '../robots-txt.js';
import type { Severity } from './diagnostic.js';

export interface OtherReading {
  /** Who reads so, for a sentence: "as … read it". */
  readonly readers: string;
  /** The clause or source of the reading. */
  readonly clause: string;
  /** How much a difference matters: to crawlers of today, or to some of them. */
  readonly severity: Severity;
  /** The file as it is read so; undefined where that is how the file is read anyway. */
  readonly read: (robotsTxt: RobotsTxt) => RobotsTxt | undefined;
}

/** A difference in the data of the dialect alone. That of `/robots.txt` itself is no disagreement about the site. */
function readingAs(
  readers: string,
  clause: string,
  severity: Severity,
  change: Partial<Dialect>,
): OtherReading {
  // Tables are made once for each dialect object, so each of them has one other.
  const others = new WeakMap<Dialect, Dialect>();
  const read = (robotsTxt: RobotsTxt) => {
    const own = robotsTxt.dialect;
    const { name, robotsTxtAllowed } = own;
    const other = others.get(own) ?? { ...own, ...change, name, robotsTxtAllowed };
    others.set(own, other);
    const isSame = JSON.stringify(other) === JSON.stringify(own);
    return isSame ? undefined : reparsed(robotsTxt, bodyOf(robotsTxt), other);
  };
  return { readers, clause, severity, read };
}

export const OTHER_READINGS: readonly OtherReading[] = [
  readingAs('readers of RFC 9309', 'RFC 9309 2.2', 'warning', dialects.rfc9309),
  readingAs("Google's parser", "Google's parser", 'warning', dialects.google),
  readingAs(
    'readers of draft-koster-rep-00',
    'draft-koster-rep-00 2.2.1',
    'info',
    dialects['draft-koster-rep-00'],
  ),
  readingAs('readers of the draft of 1996', '1996 draft 3.2', 'info', dialects.koster1996),
  readingAs('libraries that compare paths as prefixes', '1996 draft 3.2.2', 'info', {
    wildcards: false,
    escapeLiteralWildcards: false,
  }),
  readingAs('libraries that take the first rule that matches', '1996 draft 3.2.2', 'info', {
    precedence: 'first-in-file',
  }),
  readingAs('libraries that read only the first group of a name', '1996 draft 3.2.1', 'info', {
    groups: { named: 'first', everyone: 'first' },
  }),
  {
    readers: 'libraries in which any record ends a run of user-agent lines',
    clause: 'RFC 9309 2.2.1',
    severity: 'info',
    read: (robotsTxt) => {
      const body = bodyWithSplitRuns(robotsTxt);
      return body === undefined ? undefined : reparsed(robotsTxt, body, robotsTxt.dialect);
    },
  },
];

function reparsed({ truncated }: RobotsTxt, body: Uint8Array, dialect: Dialect): RobotsTxt {
  // What was read whole under a higher limit is read whole again.
  const isOverDefault = !truncated && body.length > MIN_PARSING_LIMIT_OCTETS;
  return parseRobotsTxt(body, { dialect, ...(isOverDefault && { maxBytes: body.length }) });
}

function bodyOf({ records }: RobotsTxt): Uint8Array {
  return joinOctets(records.map(({ octets }) => octets));
}

/** It ends a run of user-agent lines and restricts nothing. */
const END_OF_RUN = new TextEncoder().encode('Disallow:\n');

/**
 * The body with an empty disallow line in the place of the first other record between two user-agent lines of a group,
 * so that every line keeps its number. Undefined where there is none, and for UTF-16, in which the line is not written.
 */
function bodyWithSplitRuns({ records, encoding }: RobotsTxt): Uint8Array | undefined {
  if (encoding !== 'utf-8') return undefined;
  const lines = records.map(({ octets }) => octets);
  let inRun = false;
  let between: number | undefined;
  let splits = false;
  records.forEach(({ kind, field }, index) => {
    if (kind === 'user-agent') {
      if (between !== undefined) {
        lines[between] = END_OF_RUN;
        splits = true;
      }
      inRun = true;
      between = undefined;
    } else if (kind === 'allow' || kind === 'disallow') {
      inRun = false;
      between = undefined;
    } else if (inRun && field !== undefined) {
      between ??= index;
    }
  });
  return splits ? joinOctets(lines) : undefined;
}
