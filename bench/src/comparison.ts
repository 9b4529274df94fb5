/**
 * `npm run compare -- --suites FOLDER`: compares repkit with other libraries and writes the tables of docs/comparison.md and
 * README.md. Runs the conformance cases, the cases of other projects in the folder (see suites/convert.mjs), a quick race and
 * the hostile inputs.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Contender } from './contender.js';
import { OTHER_LIBRARIES, REFERENCE, REPKIT, REPKIT_GOOGLE } from './contenders.js';
import { measureHostile } from './hostile.js';
import { HOSTILE_NAMES, makeHostileInput } from './hostile-inputs.js';
import { ORIGIN, type Size } from './inputs.js';
import { type LaneResult, ratioOf } from './race.js';
import { raceOneShot, raceRepeated } from './speed.js';
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
  /** The test of another project that the case comes from. */
  readonly test?: string;
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

/** Returns the cases that a library decides wrongly. One for which it throws is wrong. */
async function wrongOf({ prepare }: Contender, asked: readonly Question[]): Promise<Question[]> {
  const wrong: Question[] = [];
  for (const question of asked) {
    const { body, token, url, allowed } = question;
    try {
      const countAllowed = await prepare?.(body, token);
      if ((countAllowed?.([url], 0, 1) === 1) !== allowed) wrong.push(question);
    } catch {
      wrong.push(question);
    }
  }
  return wrong;
}

/** Returns the wrong cases by section, in the order of the contenders. */
async function wrongBySection(
  contenders: readonly Contender[],
  asked: ReadonlyMap<string, readonly Question[]>,
): Promise<Map<string, Question[][]>> {
  const wrong = new Map<string, Question[][]>();
  for (const [section, cases] of asked) {
    const bySection: Question[][] = [];
    for (const contender of contenders) bySection.push(await wrongOf(contender, cases));
    wrong.set(section, bySection);
  }
  return wrong;
}

/** Returns the cases that suites/convert.mjs wrote. */
function suiteQuestions(folder: string): Question[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.ndjson'));
  return files.flatMap((file) => {
    const lines = readFileSync(join(folder, file), 'utf8').trimEnd().split('\n');
    return lines.map((line): Question => {
      const { productToken, ...rest } = JSON.parse(line);
      return { ...rest, section: file.replace('.ndjson', ''), token: productToken };
    });
  });
}

/** Lists the cases that repkit decides otherwise than another project, with the reason from suites/reasons.json. */
function differences(wrong: readonly Question[]): string {
  const url = new URL('../suites/reasons.json', import.meta.url);
  const reasons: Readonly<Record<string, string>> = JSON.parse(readFileSync(url, 'utf8'));
  const byTest = Map.groupBy(wrong, ({ section, test }) => `${section}: ${test}`);
  const lines = Array.from(byTest, ([test, cases]) => {
    const reason = reasons[test] ?? 'The reason is not known yet.';
    const named = cases.map(({ token, url, allowed }) => {
      const path = JSON.stringify(url.slice(ORIGIN.length)).slice(1, -1);
      return `\`${path}\` for \`${token}\` (${allowed ? 'allowed' : 'disallowed'} there)`;
    });
    return `- **${test}**: ${reason} ${[...new Set(named)].join(', ')}.`;
  });
  return lines.join('\n');
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

interface Manifest {
  readonly version: string;
  readonly types?: string;
  readonly typings?: string;
  readonly exports?: unknown;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Reads the manifest from the folder in which npm installs all contenders: not every package exports it. */
function manifestOf(name: string): Manifest {
  const folder = name === REPKIT.name ? '@repkit/core' : name;
  const url = new URL(`../../node_modules/${folder}/package.json`, import.meta.url);
  return JSON.parse(readFileSync(url, 'utf8')) as Manifest;
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

const { suites } = parseArgs({ options: { suites: { type: 'string' } } }).values;
if (suites === undefined) {
  throw new Error('Pass --suites FOLDER, a folder that bench/suites/convert.mjs has filled.');
}
const asked = Map.groupBy(questions(), ({ section }) => section);
const wrong = await wrongBySection(CONTENDERS, asked);
const others = Map.groupBy(suiteQuestions(suites), ({ section }) => section);
const wrongOfOthers = await wrongBySection([...CONTENDERS, REPKIT_GOOGLE], others);
const manifests = CONTENDERS.map(({ name }) => manifestOf(name));
const head = ['', ...CONTENDERS.map(({ name }, index) => `${name} ${manifests[index]?.version}`)];
/** Returns the share of right verdicts of each contender. */
function shares(
  title: string,
  cases: ReadonlyMap<string, readonly Question[]>,
  wrong: ReadonlyMap<string, Question[][]>,
): string[] {
  const count = [...cases.values()].flat().length;
  const right = CONTENDERS.map((_, at) => {
    const failed = [...wrong.values()].flatMap((bySection) => bySection[at] ?? []).length;
    return `${(((count - failed) * 100) / count).toFixed(1)} %`;
  });
  return [`${title}, of ${count} cases`, ...right];
}

/** Returns a row per section, with the number of right verdicts of each contender. */
function sectionRows(
  cases: ReadonlyMap<string, readonly Question[]>,
  wrong: ReadonlyMap<string, Question[][]>,
): string[][] {
  return Array.from(cases, ([section, { length }]) => [
    `${section} (${length})`,
    ...(wrong.get(section) ?? []).map((failed) => String(length - failed.length)),
  ]);
}

const verdicts = [
  shares('right verdicts', asked, wrong),
  shares('right verdicts, tests of other projects', others, wrongOfOthers),
];
fill('docs/comparison.md', 'sections', markdown([head, ...sectionRows(asked, wrong)]));
const suiteHead = [...head, 'repkit, dialect `google`'];
const suiteTable = markdown([suiteHead, ...sectionRows(others, wrongOfOthers)]);
const different = [...wrongOfOthers.values()].flatMap(([failed = []]) => failed);
fill('docs/comparison.md', 'suites', `${suiteTable}\n\n${differences(different)}`);
const oneShot = await raceOneShot(CONTENDERS, RACE);
const repeated = await raceRepeated(CONTENDERS, RACE);
const survived = await countSurvived();

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
  `${measured}\n\n${markdown([head, ...verdicts, hostile, ...oneShotRows, ...repeatedRows, dependencies, types])}`,
);
const firstOf = (rows: readonly string[][]): readonly string[] => rows[0] ?? [];
fill(
  'README.md',
  'comparison',
  `${markdown([head, ...verdicts, hostile, firstOf(oneShotRows), firstOf(repeatedRows)])}\n\n${measured}`,
);
