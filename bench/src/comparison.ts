/**
 * `npm run compare`: compares repkit with other libraries and writes the tables of docs/comparison.md and README.md.
 * Runs the conformance cases, a quick race and the hostile inputs.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Contender } from './contender.js';
import { measureHostile } from './hostile.js';
import { HOSTILE_NAMES, makeHostileInput } from './hostile-inputs.js';
import { ORIGIN, type Size } from './inputs.js';
import { raceOneShot } from './one-shot.js';
import { OTHER_LIBRARIES } from './other-libraries.js';
import { type LaneResult, ratioOf } from './race.js';
import { REFERENCE } from './reference.js';
import { raceRepeated } from './repeated.js';
import { REPKIT } from './repkit.js';
import { times } from './statistics.js';

const CONTENDERS: readonly Contender[] = [REPKIT, ...OTHER_LIBRARIES];
const RACE = { rounds: 21, turnMs: 8, warmUpMs: 200 };
const LIMIT_MS = 2_000;
const SHOWN_SIZES: readonly Size[] = ['typical', 'wild'];

/** A line of packages/conformance/cases; see the README there. Lines about other things lack some of the members. */
interface Case {
  readonly dialect?: string | readonly string[];
  readonly body?: string;
  readonly productToken?: string | readonly string[];
  readonly url?: string;
  readonly maxBytes?: number;
  readonly allowed?: boolean;
}

interface Question {
  readonly section: string;
  readonly body: string;
  readonly token: string;
  readonly url: string;
  readonly allowed: boolean;
}

const CASES = new URL('../../packages/conformance/cases/', import.meta.url);

/**
 * Returns the conformance cases of RFC 9309 that every library can be asked: one product token, a text within the parsing
 * limit, and an absolute URL of the site.
 */
function questions(): Question[] {
  return readdirSync(CASES).flatMap((file) => {
    const lines = readFileSync(new URL(file, CASES), 'utf8').trimEnd().split('\n');
    return lines.flatMap((line) => {
      const {
        dialect,
        body,
        productToken: token,
        url,
        maxBytes,
        allowed,
      } = JSON.parse(line) as Case;
      const isOfRfc = [dialect].flat().includes('rfc9309') && maxBytes === undefined;
      if (!isOfRfc || !url?.startsWith(`${ORIGIN}/`) || allowed === undefined) return [];
      if (body === undefined || typeof token !== 'string') return [];
      return [{ section: file.replace('.ndjson', ''), body, token, url, allowed }];
    });
  });
}

/** Returns the number of right verdicts. A library that throws gives none. */
async function countRight({ prepare }: Contender, asked: readonly Question[]): Promise<number> {
  let right = 0;
  for (const { body, token, url, allowed } of asked) {
    try {
      const countAllowed = await prepare?.(body, token);
      if ((countAllowed?.([url], 0, 1) === 1) === allowed) right++;
    } catch {
      // Counted as wrong.
    }
  }
  return right;
}

/** Returns how many of the hostile inputs a library survives, with each check under the limit. */
async function countSurvived(): Promise<Map<string, number>> {
  const survived = new Map<string, number>();
  const names = CONTENDERS.map(({ name }) => name);
  for (const input of HOSTILE_NAMES.map(makeHostileInput)) {
    const outcomes = await measureHostile(input, names, () => ({ limitMs: LIMIT_MS, repeats: 1 }));
    for (const [name, { ended }] of outcomes) {
      survived.set(name, (survived.get(name) ?? 0) + (ended === 'done' ? 1 : 0));
    }
  }
  return survived;
}

const require = createRequire(import.meta.url);

interface Manifest {
  readonly version: string;
  readonly types?: string;
  readonly typings?: string;
  readonly exports?: unknown;
  readonly dependencies?: Readonly<Record<string, string>>;
}

function manifestOf(name: string): Manifest {
  const ofPackage = name === REPKIT.name ? '@repkit/core' : name;
  // Not every package exports its manifest.
  const folder = require.resolve
    .paths(ofPackage)
    ?.map((path) => `${path}/${ofPackage}/package.json`);
  for (const path of folder ?? []) {
    try {
      return JSON.parse(readFileSync(path, 'utf8')) as Manifest;
    } catch {
      // In an outer folder.
    }
  }
  throw new Error(`${ofPackage} is not installed. Run: npm install`);
}

/** Returns a Markdown table. */
function markdown(rows: readonly (readonly string[])[]): string {
  const [head = [], ...rest] = rows;
  const lines = [head, head.map((_, column) => (column === 0 ? '---' : '---:')), ...rest];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function speeds(title: string, results: readonly LaneResult[]): string[][] {
  return SHOWN_SIZES.map((size) => [
    `${title}, ${size} file`,
    ...CONTENDERS.map(({ name }) => times(ratioOf(results, size, name, REFERENCE))),
  ]);
}

/** Replaces the lines between `<!-- name -->` and `<!-- /name -->`. */
function fill(path: string, name: string, content: string): void {
  const url = new URL(`../../${path}`, import.meta.url);
  const text = readFileSync(url, 'utf8');
  const [start, end] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`];
  const from = text.indexOf(start);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`${path} has no lines ${start.trim()} and ${end}.`);
  writeFileSync(url, `${text.slice(0, from + start.length)}\n${content}\n\n${text.slice(to)}`);
}

const asked = Map.groupBy(questions(), ({ section }) => section);
const rightBySection = new Map<string, number[]>();
for (const [section, own] of asked) {
  const counts: number[] = [];
  for (const contender of CONTENDERS) counts.push(await countRight(contender, own));
  rightBySection.set(section, counts);
}
const oneShot = await raceOneShot(CONTENDERS, RACE);
const repeated = await raceRepeated(CONTENDERS, RACE);
const survived = await countSurvived();

const manifests = CONTENDERS.map(({ name }) => manifestOf(name));
const head = ['', ...CONTENDERS.map(({ name }, index) => `${name} ${manifests[index]?.version}`)];
const askedCount = [...asked.values()].reduce((sum, own) => sum + own.length, 0);
const verdicts = [
  `right verdicts, of ${askedCount} cases`,
  ...CONTENDERS.map((_, index) => {
    const right = [...rightBySection.values()].reduce(
      (sum, counts) => sum + (counts[index] ?? 0),
      0,
    );
    return `${((right * 100) / askedCount).toFixed(1)} %`;
  }),
];
const hostile = [
  `hostile inputs survived, of ${HOSTILE_NAMES.length}`,
  ...CONTENDERS.map(({ name }) => String(survived.get(name) ?? 0)),
];
const oneShotRows = speeds('speed, parse and one check', oneShot);
const repeatedRows = speeds('speed, many checks', repeated);
const dependencies = [
  'dependencies',
  ...manifests.map(({ dependencies = {} }) => String(Object.keys(dependencies).length)),
];
const types = [
  'TypeScript types included',
  ...manifests.map(({ types, typings, exports }) => {
    const areExported = JSON.stringify(exports ?? '').includes('"types"');
    return types !== undefined || typings !== undefined || areExported ? 'yes' : 'no';
  }),
];
const measured = `Measured on ${new Date().toISOString().slice(0, 10)} with Node ${process.versions.node}.`;
fill(
  'docs/comparison.md',
  'results',
  `${measured}\n\n${markdown([head, verdicts, hostile, ...oneShotRows, ...repeatedRows, dependencies, types])}`,
);
const sections = [...rightBySection].map(([section, counts]) => [
  `${section} (${asked.get(section)?.length})`,
  ...counts.map(String),
]);
fill('docs/comparison.md', 'sections', markdown([head, ...sections]));
const firstOf = (rows: readonly string[][]): readonly string[] => rows[0] ?? [];
fill(
  'README.md',
  'comparison',
  `${markdown([head, verdicts, hostile, firstOf(oneShotRows), firstOf(repeatedRows)])}\n\n${measured}`,
);
