/** `npm run conformance`: runs all cases file by file and lists failures. */
import type { Case, Check } from './case.js';
import { checkWithCore } from './core-check.js';
import { caseFiles, loadCases, pageFiles, runPageCases } from './load.js';
import { type Failure, runCases } from './run.js';
import { findShared, sharedSuites } from './shared.js';

export interface Setting {
  readonly print: (line: string) => void;
  readonly check: Check;
  /** Location of the shared data, if available. */
  readonly shared?: URL | undefined;
}

/** @returns the exit code: 0 if all cases pass, 1 if some fail, 2 for invalid arguments */
export function main(args: readonly string[], { print, check, shared }: Setting): number {
  if (args.length > 0) {
    print(`Unexpected argument: ${args.join(' ')}. npm run conformance takes none.`);
    return 2;
  }
  let passed = 0;
  let failed = 0;
  const report = (name: string, count: number, failures: readonly Failure[]): void => {
    passed += count - failures.length;
    failed += failures.length;
    print(`${name}: ${count} cases, ${failures.length} failed`);
    for (const { id, message } of failures) print(`  ${id}: ${message}`);
  };
  const run = (name: string, cases: readonly Case[]): void => report(name, cases.length, runCases(cases, check));

  for (const name of caseFiles()) run(`cases/${name}.ndjson`, loadCases(name));
  for (const name of pageFiles()) {
    const { count, failures } = runPageCases(name);
    report(`cases/${name}.ndjson`, count, failures);
  }
  if (shared === undefined) {
    print('Skipped the shared data: the folder "shared" is missing next to the project.');
  } else {
    print('Including the shared data next to the project.');
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
