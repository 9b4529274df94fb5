/** Runs the conformance cases on a packed core: one program, in each runtime that core supports. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { ROOT } from './commands.mjs';
import { type Runtime, runOn } from './packages.ts';
import { testInWorkerd } from './workerd.ts';

const CASES = join(ROOT, 'packages/conformance/cases');

/** Prints the number of cases and the failures, as JSON. It imports nothing of Node. */
const RUN = `import { files } from './cases.js';
import { checkWithCore } from './runner/core-check.js';
import { isPageFile, runPageFile } from './runner/page-cases.js';
import { parseCases } from './runner/parse-cases.js';
import { runCases } from './runner/run.js';

export function run() {
  const verdicts = files.filter(({ name }) => !isPageFile(name));
  const cases = verdicts.flatMap(({ name, text }) => parseCases(text, name));
  const pages = files
    .filter(({ name }) => isPageFile(name))
    .map(({ name, text }) => runPageFile(text, name));
  const failures = [...runCases(cases, checkWithCore), ...pages.flatMap((page) => page.failures)];
  const problems = failures.map(({ id, message }) => id + ': ' + message);
  const count = pages.reduce((sum, page) => sum + page.count, cases.length);
  console.log(JSON.stringify({ count, problems }));
}
`;

/** The result of a run, as printed. */
export interface Conformance {
  readonly count: number;
  readonly problems: string[];
}

/** Writes the program into a folder, where it uses the `@repkit/core` installed there. */
export function prepareConformance(folder: string) {
  cpSync(join(ROOT, 'packages/conformance/dist'), join(folder, 'runner'), { recursive: true });
  const files = readdirSync(CASES).map((file) => ({
    name: parse(file).name,
    text: readFileSync(join(CASES, file), 'utf8'),
  }));
  writeFileSync(join(folder, 'cases.js'), `export const files = ${JSON.stringify(files)};\n`);
  writeFileSync(join(folder, 'run.js'), RUN);
  writeFileSync(join(folder, 'main.js'), "import { run } from './run.js';\nrun();\n");
}

export function conformanceOn(folder: string, runtime: Runtime): Conformance {
  const { status, stdout, stderr } = runOn(runtime, [join(folder, 'main.js')]);
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

/** Bundled, as a Cloudflare Worker is. */
export function conformanceInWorkerd(folder: string): Conformance {
  const source = "import { run } from './run.js';\nexport default { test: run };\n";
  return JSON.parse(testInWorkerd(folder, source));
}
