/** Runs the functions of core that read text on hostile inputs of four sizes: their time must not grow faster than the input. */

import { applyFixes, checkFixes, coverage, diff, format, groupDiagnostics, lineDiagnostics, lint } from '../../src/analysis.js';
import { crawlerProfile } from '../../src/crawlers.js';
import {
  crawlDelayFor,
  decide,
  parseRobotsTxt,
  productToken,
  type RobotsTxt,
  RobotsTxtParser,
  robotsFile,
} from '../../src/index.js';
import { pageRules, preferences, readRobotsHeader } from '../../src/preferences.js';

/** Returns at least `size` characters of these lines. */
function lines(size: number, line: (index: number) => string, last = ''): string {
  const parts: string[] = [];
  for (let length = 0; length < size; length += parts.at(-1)?.length ?? 0) {
    parts.push(`${line(parts.length)}\n`);
  }
  return parts.join('') + last;
}

type Shapes = Readonly<Record<string, (size: number) => string>>;

const GROUP = 'User-agent: *';
const inGroup = (line: (index: number) => string) => (size: number) =>
  lines(size, (index) => (index === 0 ? GROUP : line(index)));

/** robots.txt files. */
const FILES: Shapes = {
  'empty comments': (size) => lines(size, () => '#'),
  'empty comments above a rule': (size) => lines(size, (index) => (index === 0 ? GROUP : '#'), 'Disallow: /a\n'),
  'blank lines': (size) => '\n'.repeat(size),
  'invalid lines': (size) => lines(size, () => 'x'),
  'one line of spaces': (size) => ' '.repeat(size),
  'user-agent lines': (size) => lines(size, (index) => `User-agent: a${index}`, 'Disallow: /\n'),
  'rules of one group': inGroup((index) => `Disallow: /a${index}`),
  groups: (size) => lines(size, (index) => `User-agent: a${index}\nDisallow: /${index}`),
  'groups of one name': (size) => lines(size, (index) => `User-agent: a1\nDisallow: /${index}`),
  'equal rules': inGroup(() => 'Disallow: /\u00e9'),
  'crawl delays': inGroup((index) => `Crawl-delay: ${index}`),
  'groups of one name with records': (size) =>
    lines(size, (index) => `User-agent: a1\nCrawl-delay: x\nContent-Usage: /${index} train-ai=n`),
  'a long path': (size) => `${GROUP}\nDisallow: /${'a'.repeat(size)}\n`,
  'a path of stars': (size) => `${GROUP}\nDisallow: /${'*a'.repeat(size / 2)}\n`,
  'stars in a path that an allow rule is shorter than': (size) => `${GROUP}\nAllow: /a\nDisallow: /a/${'*'.repeat(size)}x\n`,
  'a path of escapes': (size) => `${GROUP}\nDisallow: /${'%41'.repeat(size / 3)}\n`,
  'commas in preferences': (size) => `${GROUP}\nContent-Signal: ${','.repeat(size)}\n`,
  'preference lines': inGroup((index) => `Content-Usage: /${index} train-ai=n`),
  sitemaps: (size) => lines(size, (index) => `Sitemap: https://example.com/${index}`),
};

/** Four times as long, because each line takes little time. */
const DELAYS: Shapes = {
  'user-agent lines': (size) => lines(4 * size, () => 'User-agent: a1', 'Crawl-delay: 1\n'),
  'delays of another group': (size) =>
    lines(2 * size, () => 'User-agent: a1', 'Disallow: /\nUser-agent: b\n') + lines(2 * size, () => 'Crawl-delay: 1'),
};

/** Values of header fields. */
const VALUES: Shapes = {
  commas: (size) => ','.repeat(size),
  words: (size) => 'a '.repeat(size / 2),
  'one word': (size) => 'a'.repeat(size),
  'scopes of crawlers': (size) => 'a: '.repeat(size / 3),
  directives: (size) => 'noindex, '.repeat(size / 9),
  dates: (size) => 'unavailable_after: 25 Jun 2030 15:00:00 PST, '.repeat(size / 45),
  parentheses: (size) => '('.repeat(size),
  'quoted strings': (size) => '"a",'.repeat(size / 4),
  'an open string': (size) => `a="${'\\"'.repeat(size / 2)}`,
  bytes: (size) => `a=:${'A'.repeat(size)}`,
  parameters: (size) => `a=y${';b=1'.repeat(size / 4)}`,
  'versions of products': (size) => 'Bot/1.0 (a; '.repeat(size / 12),
};

/** Names of meta elements, one a line. */
const ELEMENTS: Shapes = Object.fromEntries(
  ['robots', 'googlebot', 'tdm-reservation', 'tdm-policy', 'author'].map((name) => [name, (size) => lines(4 * size, () => name)]),
);

/** Paths and queries. */
const TARGETS: Shapes = {
  'a long path': (size) => `/${'a'.repeat(size)}`,
  'dot segments': (size) => '/..'.repeat(size / 3),
  escapes: (size) => `/${'%2e'.repeat(size / 3)}`,
  'not ASCII': (size) => `/${'\u00e9'.repeat(size)}`,
};

type Text = string | Uint8Array;

const FORMS = {
  string: (text: string): Text => text,
  bytes: (text: string): Text => Buffer.from(text),
  'UTF-16': (text: string): Text => Buffer.from(`\uFEFF${text}`, 'utf16le'),
};

/** For functions that take most of their time for records; others read the text of all forms. */
const RECORDS_ONLY = { bytes: FORMS.bytes };

/** A function with the shapes and forms of its inputs. `prepare` returns the run to be timed. */
interface Subject {
  readonly shapes: Shapes;
  readonly forms: Readonly<Record<string, (text: string) => Text>>;
  readonly prepare: (input: Text) => () => unknown;
}

const ofBody = (run: (body: Text) => unknown): Subject => ({
  shapes: FILES,
  forms: FORMS,
  prepare: (body) => () => run(body),
});

/** Passes a parsed file, and the same file with one more group. The time does not include parsing. */
const ofFile = (run: (file: RobotsTxt, edited: RobotsTxt) => unknown, forms: Subject['forms'] = FORMS): Subject => ({
  shapes: FILES,
  forms,
  prepare: (body) => {
    const end = `\n${GROUP}\nDisallow: /z\n`;
    const encoding = body[0] === 0xff ? 'utf16le' : 'utf8';
    const edited = typeof body === 'string' ? body + end : Buffer.concat([body, Buffer.from(end, encoding)]);
    const files = [parseRobotsTxt(body), parseRobotsTxt(edited)] as const;
    return () => run(...files);
  },
});

const ofText = (shapes: Shapes, run: (text: string) => unknown): Subject => ({
  shapes,
  forms: { string: FORMS.string },
  prepare: (text) => () => run(String(text)),
});

const URL_OF_PAGE = 'https://example.com/a';
const RULES = parseRobotsTxt('User-agent: *\nDisallow: /*a*a*b\nAllow: /a*$\n');

const SUBJECTS: Readonly<Record<string, Subject>> = {
  isAllowed: ofBody((body) => parseRobotsTxt(body).isAllowed(URL_OF_PAGE, 'a1')),
  decide: ofBody((body) => decide({ kind: 'file', file: robotsFile(body) }, URL_OF_PAGE, 'Googlebot')),
  RobotsTxtParser: ofBody((body) => {
    const parser = new RobotsTxtParser();
    for (let at = 0; at < body.length; at += 1_000) parser.push(body.slice(at, at + 1_000));
    return parser.end().groups;
  }),
  'records and groups': ofFile((file) => [file.records, file.groups, file.otherRecords]),
  explain: ofFile((file) => file.explain(URL_OF_PAGE, 'a1', { all: true })),
  crawlDelayFor: ofFile((file) => crawlDelayFor(file, 'a1')),
  'crawlDelayFor, for many crawlers': {
    shapes: DELAYS,
    forms: { string: FORMS.string },
    prepare: (body) => {
      const file = parseRobotsTxt(body);
      return () => {
        for (let crawler = 0; crawler < 20; crawler++) crawlDelayFor(file, 'a1');
      };
    },
  },
  coverage: ofFile((file) => coverage(file, [URL_OF_PAGE])),
  diff: ofFile((file, edited) => diff(file, edited), RECORDS_ONLY),
  format: ofFile((file) => format(file, { sortRules: true })),
  lineDiagnostics: ofFile((file) => lineDiagnostics(file)),
  'lint, groupDiagnostics': ofFile((file) => groupDiagnostics(lint(file)), RECORDS_ONLY),
  checkFixes: ofFile((file) => checkFixes(file, lineDiagnostics(file))),
  applyFixes: ofBody((body) => {
    const diagnostics = lineDiagnostics(parseRobotsTxt(body));
    return typeof body === 'string' ? applyFixes(body, diagnostics) : applyFixes(body, diagnostics);
  }),
  'applyFixes, of adjacent fixes': ofBody((body) => {
    const length = Math.min(body.length, 32_000);
    const fixes = lineDiagnostics(parseRobotsTxt('x\n')).flatMap((diagnostic) =>
      Array.from({ length }, (_, start) => {
        const span = { start, end: start + 1, line: 1, column: 1, endColumn: 1 };
        return { ...diagnostic, fix: { span, replacement: '' } };
      }),
    );
    return typeof body === 'string' ? applyFixes(body, fixes) : applyFixes(body, fixes);
  }),
  preferences: ofFile((file) => preferences(file, URL_OF_PAGE, 'a1')),
  'isAllowed, of a URL': ofText(TARGETS, (target) => RULES.isAllowed(`https://example.com${target}`, 'a1')),
  productToken: ofText(VALUES, (header) => productToken(header)),
  crawlerProfile: ofText(VALUES, (name) => crawlerProfile(name)),
  readRobotsHeader: ofText(VALUES, (value) => readRobotsHeader(value)),
  pageRules: ofText(VALUES, (value) =>
    pageRules({ headers: { 'x-robots-tag': value }, meta: [{ name: 'robots', content: value }] }),
  ),
  'preferences and pageRules, of elements': ofText(ELEMENTS, (names) => {
    const meta = names.split('\n').map((name) => ({ name, content: '1' }));
    return [preferences(RULES, URL_OF_PAGE, 'a1', { meta }), pageRules({ headers: {}, meta })];
  }),
  'preferences, of headers': ofText(VALUES, (value) =>
    preferences(RULES, URL_OF_PAGE, 'a1', {
      headers: { 'content-usage': value, 'content-signal': value },
    }),
  ),
};

export const GROWTH_SUBJECTS: readonly string[] = Object.keys(SUBJECTS);

const SIZES = [8_000, 16_000, 32_000, 64_000] as const;
/** Linear growth is a factor of 8 from the first size to the last, quadratic growth is 64. */
const MOST_GROWTH = 40;
/** Below this, garbage collection and compilation decide, not the input. */
const NOISE_MS = 4;
/** If twice the input takes less than this many times as long, the work has reached a limit. */
const STEADY = 1.5;
/** Runs per size of an input whose time seems to grow too fast; the fastest counts. */
const RUNS = 7;

export interface Growth {
  readonly subject: string;
  readonly shape: string;
  readonly form: string;
  /** Processor time of the largest input; of all four if that seems slow. */
  readonly ms: readonly number[];
  /** Whether the time grows faster than the input. */
  readonly isOver: boolean;
}

/** Measures a function with every shape and form of its input. */
export function measureGrowth(subject: string): readonly Growth[] {
  const found = SUBJECTS[subject];
  if (found === undefined) throw new RangeError(`Unknown function "${subject}".`);
  const { shapes, forms, prepare } = found;
  return Object.entries(shapes).flatMap(([shape, make]) =>
    Object.entries(forms).map(([form, convert]) => {
      const measure = (size: number) => processorTime(prepare(convert(make(size))));
      const largest = measure(SIZES[SIZES.length - 1]);
      let ms = [largest];
      // Most large times are linear, which the smallest input shows.
      let isOver = largest >= MOST_GROWTH * NOISE_MS && largest >= MOST_GROWTH * measure(SIZES[0]);
      // All sizes in turn, so that other processes slow them alike.
      for (let run = 0; isOver && run < RUNS; run++) {
        const times = SIZES.map(measure);
        ms = run === 0 ? times : times.map((time, size) => Math.min(time, ms[size] ?? time));
        isOver = growsTooFast(ms);
      }
      return { subject, shape, form, ms, isOver };
    }),
  );
}

function growsTooFast([first = 0, , half = 0, last = 0]: readonly number[]): boolean {
  return last >= MOST_GROWTH * Math.max(first, NOISE_MS) && last >= STEADY * half;
}

/** Returns the processor time of a run in milliseconds; the clock would also count other processes. */
function processorTime(run: () => unknown): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}
