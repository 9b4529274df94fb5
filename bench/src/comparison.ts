/**
 * `npm run compare`: compares repkit with other libraries and writes the tables of docs/comparison.md and README.md. Runs the
 * conformance cases that RFC 9309 decides, the tests of other projects (see suites/convert.mjs), a quick race and the hostile
 * inputs.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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
  /** `silent` if RFC 9309 does not define the verdict. */
  readonly level?: string;
  readonly body?: string;
  readonly productToken?: string | readonly string[];
  readonly url?: string;
  readonly maxBytes?: number;
  readonly allowed?: boolean;
}

interface Question {
  readonly body: string;
  readonly token: string;
  readonly url: string;
  readonly allowed: boolean;
}

/** A case from the test of another project. */
interface SuiteQuestion extends Question {
  readonly project: string;
  readonly test: string;
}

const CASES = new URL('../../packages/conformance/cases/', import.meta.url);

/** Where the projects of the suites are cloned, and their tests converted. */
const SUITES = fileURLToPath(new URL('../../node_modules/.cache/repkit/suites', import.meta.url));
const CONVERT = fileURLToPath(new URL('../suites/convert.mjs', import.meta.url));

/**
 * Returns the conformance cases that RFC 9309 decides and that every library can be asked: one product token, a text within the
 * parsing limit, and an absolute URL of the site.
 */
function questions(): Question[] {
  return readdirSync(CASES).flatMap((file) => {
    const lines = readFileSync(new URL(file, CASES), 'utf8').trimEnd().split('\n');
    return lines.flatMap((line) => {
      const { dialect, level, body, productToken: token, url, maxBytes, allowed } = JSON.parse(line) as Case;
      const isOfRfc = [dialect].flat().includes('rfc9309') && level !== 'silent';
      if (!isOfRfc || maxBytes !== undefined) return [];
      if (!url?.startsWith(`${ORIGIN}/`) || allowed === undefined) return [];
      if (body === undefined || typeof token !== 'string') return [];
      return [{ body, token, url, allowed }];
    });
  });
}

/** Returns the cases that a library decides wrongly. One for which it throws is wrong. */
async function wrongOf<Q extends Question>({ prepare }: Contender, asked: readonly Q[]): Promise<Q[]> {
  const wrong: Q[] = [];
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

/** Returns the wrong cases of each contender, in their order. */
async function wrongOfEach<Q extends Question>(contenders: readonly Contender[], asked: readonly Q[]): Promise<Q[][]> {
  const wrong: Q[][] = [];
  for (const contender of contenders) wrong.push(await wrongOf(contender, asked));
  return wrong;
}

/** Returns the tests of other projects. */
function suiteQuestions(): SuiteQuestion[] {
  mkdirSync(SUITES, { recursive: true });
  execFileSync(process.execPath, [CONVERT, SUITES], { stdio: 'inherit' });
  const files = readdirSync(SUITES).filter((file) => file.endsWith('.ndjson'));
  return files.flatMap((file) => {
    const lines = readFileSync(join(SUITES, file), 'utf8').trimEnd().split('\n');
    return lines.map((line): SuiteQuestion => {
      const { productToken, ...rest } = JSON.parse(line);
      return { ...rest, project: file.replace('.ndjson', ''), token: productToken };
    });
  });
}

/** Lists the cases that repkit decides otherwise than another project, with the reason from suites/reasons.json. */
function differences(wrong: readonly SuiteQuestion[]): string {
  const url = new URL('../suites/reasons.json', import.meta.url);
  const reasons: Readonly<Record<string, string>> = JSON.parse(readFileSync(url, 'utf8'));
  const byTest = Map.groupBy(wrong, ({ project, test }) => `${project}: ${test}`);
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

const asked = questions();
const wrong = await wrongOfEach(CONTENDERS, asked);
const tests = suiteQuestions();
const wrongTests = await wrongOfEach([...CONTENDERS, REPKIT_GOOGLE], tests);
const manifests = CONTENDERS.map(({ name }) => manifestOf(name));
const head = ['', ...CONTENDERS.map(({ name }, index) => `${name} ${manifests[index]?.version}`)];

/** Returns a row with the share of right verdicts of each contender. */
function shares(title: string, count: number, wrong: readonly (readonly Question[])[]): string[] {
  const right = CONTENDERS.map((_, at) => count - (wrong[at]?.length ?? 0));
  return [`${title}, of ${count} cases`, ...right.map((passed) => `${((passed * 100) / count).toFixed(1)} %`)];
}

const verdicts = [
  shares('right verdicts, as RFC 9309 requires or recommends', asked.length, wrong),
  shares('right verdicts, tests of other projects', tests.length, wrongTests),
];
const projectRows = Array.from(
  Map.groupBy(tests, ({ project }) => project),
  ([project, { length }]) => [
    `${project} (${length})`,
    ...wrongTests.map((failed) => {
      const ofProject = failed.filter((question) => question.project === project);
      return String(length - ofProject.length);
    }),
  ],
);
const projectTable = markdown([[...head, 'repkit, dialect `google`'], ...projectRows]);
fill('docs/comparison.md', 'suites', `${projectTable}\n\n${differences(wrongTests[0] ?? [])}`);
const oneShot = await raceOneShot(CONTENDERS, RACE);
const repeated = await raceRepeated(CONTENDERS, RACE);
const survived = await countSurvived();

const hostile = [
  `hostile inputs survived, of ${HOSTILE_NAMES.length}`,
  ...CONTENDERS.map(({ name }) => String(survived.get(name) ?? 0)),
];
const oneShotRows = speeds('speed, parse and one check', oneShot);
const repeatedRows = speeds('speed, many checks', repeated);
const dependencies = ['dependencies', ...manifests.map(({ dependencies = {} }) => String(Object.keys(dependencies).length))];
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
