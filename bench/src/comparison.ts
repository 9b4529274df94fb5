/**
 * `npm run compare`: compares repkit with other libraries and writes the tables of docs/comparison.md and README.md. Runs the
 * conformance cases that RFC 9309 decides, the tests of other projects (see suites/convert.mjs), a quick race and the hostile
 * inputs.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCases } from '@repkit/conformance/runner/run.mjs';
import { allCases, type Case } from '@repkit/conformance/runner/suite.mjs';
import { caseOf, openAdapter } from './adapters.ts';
import { OTHER_LIBRARIES, REFERENCE, REPKIT } from './contenders.ts';
import { HOSTILE_INPUTS, makeHostileInput } from './hostile-inputs.ts';
import { ORIGIN, type Size } from './inputs.ts';
import { type LaneResult, ratioOf } from './race.ts';
import { raceOneShot, raceRepeated } from './speed.ts';
import { times } from './statistics.ts';

const CONTENDERS = [REPKIT, ...OTHER_LIBRARIES];
/** The names of npm packages, and of adapters of the conformance suite. */
const NAMES = CONTENDERS.map(({ name }) => name);
const RACE = { rounds: 21, turnMs: 8, warmUpMs: 200 };
/** For each check of a hostile input. */
const HOSTILE_MS = 2_000;
/** Only for libraries that never return: a slow verdict is not a wrong one. */
const VERDICT_MS = 60_000;
const SHOWN_SIZES: readonly Size[] = ['typical', 'wild'];

/** Where the projects of the suites are cloned, and their tests converted. */
const SUITES = fileURLToPath(new URL('../../node_modules/.cache/repkit/suites', import.meta.url));
const CONVERT = fileURLToPath(new URL('../suites/convert.mjs', import.meta.url));

/** A case from the test of another project. */
interface SuiteCase extends Case {
  readonly project: string;
  readonly test: string;
}

/** Levels of the cases that RFC 9309 decides. */
const LEVELS = ['rfc9309-must', 'rfc9309-should'];

/**
 * Returns the conformance cases that RFC 9309 decides and that every library can be asked: one product token, a text within the
 * parsing limit, and an absolute URL of the site.
 */
function casesOfRfc(): Case[] {
  return allCases().filter(({ tags, body, token, url, max_bytes: maxBytes, expected }) => {
    const isDecided = tags.some((tag) => LEVELS.includes(tag)) && expected.allowed !== undefined;
    const isText = body !== undefined && maxBytes === undefined;
    return isDecided && isText && typeof token === 'string' && url?.startsWith(`${ORIGIN}/`);
  });
}

/** Returns the tests of other projects. */
function casesOfSuites(): SuiteCase[] {
  mkdirSync(SUITES, { recursive: true });
  execFileSync(process.execPath, [CONVERT, SUITES], { stdio: 'inherit' });
  const files = readdirSync(SUITES).filter((file) => file.endsWith('.ndjson'));
  return files.flatMap((file) => {
    const lines = readFileSync(join(SUITES, file), 'utf8').trimEnd().split('\n');
    return lines.map((line): SuiteCase => JSON.parse(line));
  });
}

/** Returns the cases that a library decides wrongly, or that make it fail. */
async function wrongOf<T extends Case>(name: string, cases: readonly T[]): Promise<T[]> {
  const results = await runCases(cases, [openAdapter(`${name}.mjs`, VERDICT_MS)]);
  return cases.filter((_, at) => results[at]?.status !== 'passed');
}

async function wrongOfEach<T extends Case>(cases: readonly T[]): Promise<T[][]> {
  const wrong: T[][] = [];
  for (const name of NAMES) wrong.push(await wrongOf(name, cases));
  return wrong;
}

/** Lists the cases that repkit decides otherwise than another project, with the reason from suites/reasons.json. */
function differences(wrong: readonly SuiteCase[]): string {
  const url = new URL('../suites/reasons.json', import.meta.url);
  const reasons: Readonly<Record<string, string>> = JSON.parse(readFileSync(url, 'utf8'));
  const byTest = Map.groupBy(wrong, ({ project, test }) => `${project}: ${test}`);
  const lines = Array.from(byTest, ([test, cases]) => {
    const reason = reasons[test] ?? 'The reason is not known yet.';
    const named = cases.map(({ token, url = '', expected }) => {
      const path = JSON.stringify(url.slice(ORIGIN.length)).slice(1, -1);
      return `\`${path}\` for \`${token}\` (${expected.allowed ? 'allowed' : 'disallowed'} there)`;
    });
    return `- **${test}**: ${reason} ${[...new Set(named)].join(', ')}.`;
  });
  return lines.join('\n');
}

/** Returns whether a library checks each URL of a hostile input within the limit. */
async function survives(name: string, input: string): Promise<boolean> {
  const library = openAdapter(`${name}.mjs`, HOSTILE_MS);
  const { body, urls } = makeHostileInput(input);
  try {
    for (const [at, url] of urls.entries()) {
      if ((await library.ask(caseOf(`${at}`, body, url))).allowed === undefined) return false;
    }
    return true;
  } finally {
    library.close();
  }
}

/** Returns how many of the hostile inputs a library survives. */
async function countSurvived(name: string): Promise<number> {
  let survived = 0;
  for (const input of HOSTILE_INPUTS) if (await survives(name, input.name)) survived += 1;
  return survived;
}

/** Reads the version from the folder in which npm installs all contenders: not every package exports its manifest. */
function versionOf(name: string): string {
  const folder = name === REPKIT.name ? '@repkit/core' : name;
  const url = new URL(`../../node_modules/${folder}/package.json`, import.meta.url);
  return JSON.parse(readFileSync(url, 'utf8')).version;
}

/** Returns a Markdown table. */
function markdown(rows: readonly (readonly string[])[]): string {
  const [head = [], ...rest] = rows;
  const lines = [head, head.map((_, column) => (column === 0 ? '---' : '---:')), ...rest];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Returns a row with the share of right verdicts of each contender. */
function shares(title: string, count: number, wrong: readonly (readonly Case[])[]): string[] {
  const right = wrong.map(({ length }) => (((count - length) * 100) / count).toFixed(1));
  return [`${title}, of ${count} cases`, ...right.map((percent) => `${percent} %`)];
}

function speeds(title: string, results: readonly LaneResult[]): string[][] {
  return SHOWN_SIZES.map((size) => [
    `${title}, ${size} file`,
    ...NAMES.map((name) => times(ratioOf(results, size, name, REFERENCE))),
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

const head = ['', ...NAMES.map((name) => `${name} ${versionOf(name)}`)];

const tests = casesOfSuites();
const wrongTests = await wrongOfEach(tests);
const asGoogle = tests.map((test) => ({ ...test, dialect: 'google' }));
const wrongAsGoogle = await wrongOf(REPKIT.name, asGoogle);
const projectRows = Array.from(
  Map.groupBy(tests, ({ project }) => project),
  ([project, { length }]) => {
    const right = [...wrongTests, wrongAsGoogle].map((wrong) => length - wrong.filter((test) => test.project === project).length);
    return [`${project} (${length})`, ...right.map(String)];
  },
);
const projectTable = markdown([[...head, 'repkit, dialect `google`'], ...projectRows]);
fill('docs/comparison.md', 'suites', `${projectTable}\n\n${differences(wrongTests[0] ?? [])}`);

const cases = casesOfRfc();
const verdicts = [
  shares('right verdicts, as RFC 9309 requires or recommends', cases.length, await wrongOfEach(cases)),
  shares('right verdicts, tests of other projects', tests.length, wrongTests),
];
const hostile = [`hostile inputs survived, of ${HOSTILE_INPUTS.length}`];
for (const name of NAMES) hostile.push(String(await countSurvived(name)));
const [oneShotRow = [], ...oneShotRows] = speeds('speed, parse and one check', await raceOneShot(CONTENDERS, RACE));
const [repeatedRow = [], ...repeatedRows] = speeds('speed, many checks', await raceRepeated(CONTENDERS, RACE));
const rows = [head, ...verdicts, hostile, oneShotRow, ...oneShotRows, repeatedRow, ...repeatedRows];
const measured = `Measured on ${new Date().toISOString().slice(0, 10)} with Node ${process.versions.node}.`;
fill('docs/comparison.md', 'results', `${measured}\n\n${markdown(rows)}`);
fill('README.md', 'comparison', `${markdown([head, ...verdicts, hostile, oneShotRow, repeatedRow])}\n\n${measured}`);
