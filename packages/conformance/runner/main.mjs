#!/usr/bin/env node
/** The command of @repkit/conformance. */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { exitCodeProgram, lineProgram } from './programs.mjs';
import { isFailure, REPORTS } from './report.mjs';
import { runCases } from './run.mjs';
import { serve } from './serve.mjs';
import { allCases, DEFAULT_TAGS } from './suite.mjs';

const HELP = `Usage: npx @repkit/conformance run [options] -- COMMAND [ARGUMENT...]
       npx @repkit/conformance cases [--tags TAG,...]
       npx @repkit/conformance serve [--port PORT]

run     runs a robots.txt parser on the cases and reports what it got wrong
cases   prints the cases, one JSON object per line
serve   starts a test site for crawlers: one origin per behavior of a server, and a report of what the crawler requested there

  --tags TAG,...     run the cases with these tags (default: ${DEFAULT_TAGS.join()})
  --id PREFIX        run the cases whose ID starts with PREFIX
  --exit-code        COMMAND is run once per case and exits with 0 if the URL is allowed, with 1 if not; its arguments can
                     contain %robots% (a file), %user-agent% and %url%, as for google/robotstxt-spec-test
  --format FORMAT    ${Object.keys(REPORTS).join(', ')} (default: text)
  --parallel N       copies of the program to run at once (default: the number of processors)
  --timeout MS       time for one case, after which the program is killed (default: 5000)
  --max-memory MIB   memory after which the program is killed, on Linux (default: 1024)
  --port PORT        first port of serve (default: 9400; 0 for any free ones); the report is there, and the origins at the following ports
  --lines            also compare the deciding line
  --help             print this text

A program without --exit-code reads one request per line, a JSON object, and writes one answer per line:
  {"id":"…","body":"User-agent: *\\nDisallow: /a\\n","token":"FooBot","url":"https://www.example.com/a","dialect":"rfc9309"}
  {"allowed":false,"line":2}

Exit code: 0 if no case failed, 1 if some did, 2 for invalid arguments or a program that answers none of the first cases. Cases with the tag rfc9309-silent never fail.
`;

// The reader of a pipe may stop early, as `head` does.
process.stdout.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

/** @param {string} message */
function usageError(message) {
  process.stderr.write(`conformance: ${message} See --help.\n`);
  process.exitCode = 2;
}

/**
 * @param {string} name
 * @param {string} text
 */
function positive(name, text) {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new Error(`--${name} must be a positive integer, not "${text}".`);
}

/** How often progress is printed. */
const PROGRESS_MS = 5000;

/**
 * Returns a function that prints how far a run is, every few seconds.
 *
 * @param {number} total
 */
function progressOf(total) {
  let printedAt = performance.now();
  return (/** @type {number} */ count) => {
    if (performance.now() - printedAt < PROGRESS_MS) return;
    printedAt = performance.now();
    process.stderr.write(`conformance: ${count} of ${total} cases\n`);
  };
}

/** @param {string[]} args */
async function main(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      tags: { type: 'string' },
      id: { type: 'string', default: '' },
      'exit-code': { type: 'boolean', default: false },
      format: { type: 'string', default: 'text' },
      parallel: { type: 'string', default: String(availableParallelism()) },
      timeout: { type: 'string', default: '5000' },
      'max-memory': { type: 'string', default: '1024' },
      port: { type: 'string', default: '9400' },
      lines: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const [operation, ...command] = positionals;
  if (values.help) return void process.stdout.write(HELP);
  if (operation === 'serve') {
    const { report, sites } = await serve(values.port === '0' ? 0 : positive('port', values.port));
    for (const { id, origin, expected } of sites) console.log(`${origin}/\t${expected}\t${id}`);
    console.log(`Report: ${report}/ (stop with Ctrl-C)`);
    return;
  }
  const isRun = operation === 'run';
  if (!isRun && operation !== 'cases') return usageError('Name an operation: run, cases or serve.');
  const tags = values.tags?.split(',').filter((tag) => tag !== '') ?? (isRun ? DEFAULT_TAGS : []);
  const all = allCases();
  const unknown = tags.find((tag) => !all.some((item) => item.tags.includes(tag)));
  if (unknown !== undefined) return usageError(`Unknown tag "${unknown}".`);
  const cases = all.filter(
    (item) => item.id.startsWith(values.id) && (tags.length === 0 || item.tags.some((tag) => tags.includes(tag))),
  );
  if (cases.length === 0) return usageError(`No case ID starts with "${values.id}".`);
  if (!isRun) return void process.stdout.write(cases.map((item) => `${JSON.stringify(item)}\n`).join(''));
  const report = Object.hasOwn(REPORTS, values.format) ? REPORTS[values.format] : undefined;
  if (report === undefined) return usageError(`Unknown format "${values.format}".`);
  if (command.length === 0) return usageError('Name the program after "--".');
  const limits = {
    timeoutMs: positive('timeout', values.timeout),
    maxMemoryMiB: positive('max-memory', values['max-memory']),
  };
  const programOf = values['exit-code'] ? exitCodeProgram : lineProgram;
  const programs = Array.from({ length: Math.min(positive('parallel', values.parallel), cases.length) }, () =>
    programOf(command, limits),
  );
  const results = await runCases(cases, programs, values.lines, progressOf(cases.length));
  const about = {
    'slowest case in ms': Math.round(Math.max(...results.map(({ ms }) => ms))),
    'peak memory in MiB': Math.round(Math.max(...programs.map(({ peakMiB }) => peakMiB))),
  };
  process.stdout.write(report(results, about));
  process.exitCode = results.some(isFailure) ? 1 : 0;
}

await main(process.argv.slice(2)).catch((error) => usageError(error.message));
