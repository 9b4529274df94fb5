/** `npm run conformance`: every case, file by file, and each one that does not hold. */
import type { Case, Check } from './case.js';
import { checkWithCore } from './core-check.js';
import { caseFiles, loadCases } from './load.js';
import { runCases } from './run.js';
import { findShared, sharedSuites } from './shared.js';

export interface Setting {
  readonly print: (line: string) => void;
  readonly check: Check;
  /** Where the shared data lies; absent where there is none. */
  readonly shared?: URL | undefined;
}

/** @returns the exit code: 0 all hold, 1 some do not, 2 arguments were given */
export function main(args: readonly string[], { print, check, shared }: Setting): number {
  if (args.length > 0) {
    print(`conformance takes no arguments, and ${args.join(' ')} was given.`);
    return 2;
  }
  let passed = 0;
  let failed = 0;
  const run = (name: string, cases: readonly Case[]): void => {
    const failures = runCases(cases, check);
    passed += cases.length - failures.length;
    failed += failures.length;
    print(`${name}: ${cases.length} cases, ${failures.length} failed`);
    for (const { id, message } of failures) print(`  ${id}: ${message}`);
  };

  for (const name of caseFiles()) run(`cases/${name}.ndjson`, loadCases(name));
  if (shared === undefined) {
    print('Left out: the shared data, since there is no folder shared beside the project.');
  } else {
    print('Taken in: the shared data beside the project.');
    for (const { name, cases } of sharedSuites(shared)) run(`shared/${name}`, cases);
  }
  print(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

if (import.meta.main) {
  process.exitCode = main(process.argv.slice(2), {
    print: (line) => console.log(line),
    check: checkWithCore,
    shared: findShared(),
  });
}
