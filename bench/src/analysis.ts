/** Analyses of hostile files: each must finish in about the time that its budget allows. */
import { parseRobotsTxt, type RobotsTxt } from '@repkit/core';
import { type Coverage, coverage, type Diff, diff } from '@repkit/core/analysis';
import { type Random, seededRandom } from './random.js';

export interface AnalysisInput {
  readonly name: string;
  /** Builds the files again and returns a function that analyzes them. */
  readonly prepare: () => () => Diff | readonly Coverage[];
}

export interface AnalysisResult {
  readonly name: string;
  readonly ms: number;
}

const LARGE_FILE_BYTES = 1_100_000;
const GROUPS = 10_000;
const URLS = 2_000;
const ROUNDS = 3;

const parse = (body: string): RobotsTxt => parseRobotsTxt(body, { maxBytes: 2 ** 26 });

function word(random: Random): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  return Array.from({ length: 3 + random.below(8) }, () => letters[random.below(26)]).join('');
}

/** A rule as in the files of large shops: half of them plain, half with `*` or `$`. */
function rule(random: Random): string {
  const [a, b, c] = [word(random), word(random), word(random)];
  const patterns = [
    `/${a}/${b}/`,
    `/${a}/`,
    `/*/${a}/${b}`,
    `/*?*${a}=`,
    `/${a}*.html$`,
    `/${a}/*/${c}$`,
  ];
  const kind = random.below(5) === 0 ? 'Allow' : 'Disallow';
  return `${kind}: ${patterns[random.below(patterns.length)]}\n`;
}

function largeFile(rulesPerGroup: number): string {
  const random = seededRandom(11);
  let body = '';
  for (let group = 0; body.length < LARGE_FILE_BYTES; group++) {
    body += `User-agent: ${group === 0 ? '*' : `bot${group}`}\n`;
    for (let i = 0; i < rulesPerGroup && body.length < LARGE_FILE_BYTES; i++) body += rule(random);
  }
  return body;
}

function comparison(name: string, before: () => string, after: () => string): AnalysisInput {
  const prepare = () => {
    const files = [parse(before()), parse(after())] as const;
    return () => diff(...files);
  };
  return { name, prepare };
}

function counting(name: string, path: (group: number) => string): AnalysisInput {
  const prepare = () => {
    const groups = Array.from(
      { length: GROUPS },
      (_, group) => `User-agent: b${group}\nDisallow: ${path(group)}\n`,
    );
    const file = parse(groups.join(''));
    const urls = Array.from(
      { length: URLS },
      (_, url) => `https://example.com/${url % 100}/${url}`,
    );
    return () => coverage(file, urls);
  };
  return { name, prepare };
}

const parameterRules = (): string =>
  `User-agent: *\n${Array.from({ length: 500 }, (_, i) => `Disallow: /*?*${'ABCDEFGHIJ'[i % 10]}${i}=\n`).join('')}`;

export const ANALYSIS_INPUTS: readonly AnalysisInput[] = [
  comparison(
    'diff: 500 rules /*?*NAME= and Allow: /',
    parameterRules,
    () => 'User-agent: *\nAllow: /\n',
  ),
  comparison(
    'diff: 1.1 MB in one group and an empty file',
    () => largeFile(Infinity),
    () => '',
  ),
  comparison(
    'diff: 1.1 MB in groups of 20 rules and an empty file',
    () => largeFile(20),
    () => '',
  ),
  comparison(
    'diff: 1.1 MB in groups of 400 rules and an empty file',
    () => largeFile(400),
    () => '',
  ),
  counting('coverage: 10,000 equal groups, 2,000 URLs', () => '/1'),
  counting('coverage: 10,000 different groups, 2,000 URLs', (group) => `/${group}`),
];

/** Returns the fastest of several rounds, each with newly parsed files. */
export function measureAnalysis({ name, prepare }: AnalysisInput, rounds = ROUNDS): AnalysisResult {
  const times = Array.from({ length: rounds }, () => {
    const analyze = prepare();
    const start = performance.now();
    analyze();
    return performance.now() - start;
  });
  return { name, ms: Math.min(...times) };
}
