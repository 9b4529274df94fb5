/** The runner with programs that it starts. Command lines are tested with node runner/main.mjs. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { describeWith } from '../../../test/support/program.js';
import { exitCodeProgram, type Limits, lineProgram } from '../runner/programs.mjs';
import { isFailure, REPORTS } from '../runner/report.mjs';
import { type Result, runCases } from '../runner/run.mjs';
import { allCases, type Case, DEFAULT_TAGS } from '../runner/suite.mjs';

const MAIN = fileURLToPath(new URL('../runner/main.mjs', import.meta.url));
const REPKIT = [process.execPath, fileURLToPath(new URL('../adapters/repkit.mjs', import.meta.url))];

/** On a busy machine, a case can take longer than the default. */
const TIMEOUT_MS = 60_000;
const PATIENT = ['--timeout', String(TIMEOUT_MS)];

function conformance([name, ...args]: readonly string[], command: readonly string[] = []) {
  const patient = name === 'run' ? [name, ...PATIENT, ...args] : [name, ...args];
  const all = command.length > 0 ? [...patient, '--', ...command] : patient;
  return spawnSync(process.execPath, [MAIN, ...all], { encoding: 'utf8', maxBuffer: 1e8 });
}

const CASES: readonly Case[] = allCases();

/** Returns the cases that the runner chooses by default, of those whose ID starts with the prefix. */
function casesOf(prefix: string): Case[] {
  return CASES.filter(({ id, tags }) => id.startsWith(prefix) && tags.some((tag) => DEFAULT_TAGS.includes(tag)));
}

/** Runs a program in place of a command line, which takes a second to start. */
function run(cases: readonly Case[], command: readonly string[], start: typeof lineProgram = lineProgram): Promise<Result[]> {
  return runCases(cases, [start(command, { timeoutMs: TIMEOUT_MS, maxMemoryMiB: 1024 })]);
}

/** A program whose loop over requests contains a piece of JavaScript. */
const program = (answer: string) => [
  process.execPath,
  '-e',
  `require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const request = JSON.parse(line);
    const say = (answer) => console.log(JSON.stringify(answer));
    ${answer}
  });`,
];

const ALLOWS_ALL = program('say({ allowed: true });');
const MUST = 'rfc9309/2.2.3/';

// The scoreboard, below, runs the cases of the dialects, whose lines main.slow.test.ts compares.
test('repkit passes the cases of crawlers, with lines', () => {
  const { status, stdout } = conformance(['run', '--lines', '--tags', 'crawlers'], REPKIT);
  expect(stdout).not.toContain('FAILED');
  expect(stdout).toMatch(/^\d{3} passed, 0 failed$/m);
  expect(status).toBe(0);
});

test('a wrong verdict is a failure in the chosen format', () => {
  const { status, stdout } = conformance(
    ['run', '--id', `${MUST}star-nothing`, '--format', 'junit'],
    program('say({ allowed: false });'),
  );
  expect(stdout).toMatch(/tests="1" failures="1"/);
  expect(status).toBe(1);
});

test('another verdict on a case that RFC 9309 leaves open is not a failure', async () => {
  const silent = casesOf('groups/').filter(({ tags }) => tags.includes('rfc9309-silent'));
  const results = await run(silent, ALLOWS_ALL);
  expect(REPORTS.text?.(results, {})).toMatch(/rfc9309-silent: \d+ of \d+ passed, \d+ differs/);
  expect(results.some(isFailure)).toBe(false);
});

describe('a program that gives no answer', () => {
  /** Gives no answer to the first case only, so that the others show that the program starts again. */
  const failing = (answer: string) =>
    program(`if (request.id.includes('star-nothing')) { ${answer} }
      else say({ allowed: request.id.includes('dollar-more') });`);

  test.each([
    ['in time', '', 'timeout'],
    ['because it exits', 'process.exit(3);', 'crash'],
    ['because it is killed', "process.kill(process.pid, 'SIGSEGV');", 'crash'],
  ])('%s is a result', async (_, answer, status) => {
    // Enough for the other cases on a busy machine.
    const limits = { timeoutMs: 2000, maxMemoryMiB: 1024 };
    const results = await runCases(casesOf(MUST), [lineProgram(failing(answer), limits)]);
    const ended = results.filter((result) => result.status === status);
    expect(ended.map(({ item }) => item.id)).toEqual([`${MUST}star-nothing/rfc9309`]);
  });

  if (process.platform === 'linux')
    test('in time or because it takes too much memory is a result, with limits as options', () => {
      const command = program(`if (request.id.includes('star-nothing')) {
          global.a = Array.from({ length: 12 }, () => Buffer.alloc(1e7, 1));
        } else if (!request.id.includes('literal-dollar/')) {
          say({ allowed: request.id.includes('dollar-more') });
        }`);
      const limits = ['--timeout', '3000', '--max-memory', '150'];
      const { status, stdout } = conformance(['run', '--parallel', '1', '--id', MUST, '--format', 'json', ...limits], command);
      const results: { id: string; status: string }[] = JSON.parse(stdout).results;
      const ended = results.filter((result) => result.status !== 'failed');
      expect(ended).toMatchObject([
        { id: `${MUST}star-nothing/rfc9309`, status: 'memory' },
        { id: `${MUST}literal-dollar/rfc9309`, status: 'timeout' },
      ]);
      expect(status).toBe(1);
    });

  test('but writes something else starts again, so that the next answers are those of their cases', async () => {
    const results = await run(
      casesOf(MUST),
      program(`if (request.id.includes('star-nothing')) console.log('loading');
      say({ allowed: request.id.includes('dollar-more') });`),
    );
    const crashed = results.filter(({ status }) => status === 'crash');
    expect(crashed).toMatchObject([{ item: { id: `${MUST}star-nothing/rfc9309` }, found: 'not a JSON object: loading' }]);
    const others = results.filter(({ status }) => status !== 'crash');
    for (const { item, status } of others) {
      expect([item.id, status]).toEqual([
        item.id,
        item.expected.allowed === item.id.includes('dollar-more') ? 'passed' : 'failed',
      ]);
    }
  });
});

describe('a program that never answers ends the run', () => {
  test('with one sentence because it exits', () => {
    const { status, stdout, stderr } = conformance(['run', '--parallel', '1'], [process.execPath, '-e', '1']);
    const lines = stderr.trimEnd().split('\n');
    expect([status, stdout, lines.at(-1)]).toEqual([
      2,
      '',
      'conformance: The program answered none of the first 5 cases (crash: exit code 0). See --help.',
    ]);
    // The others are progress.
    for (const line of lines.slice(0, -1)) expect(line).toMatch(/^conformance: \d of \d+ cases$/);
  });

  test('because it writes something else first', async () => {
    const command = [process.execPath, '-e', "console.log('Parser 1.0'); process.stdin.resume()"];
    const limits: Limits = { timeoutMs: TIMEOUT_MS, maxMemoryMiB: 1024 };
    await expect(runCases(CASES, [lineProgram(command, limits)])).rejects.toThrow(
      'The program answered none of the first 5 cases (crash: not a JSON object: Parser 1.0).',
    );
  });

  test('in time', async () => {
    const command = [process.execPath, '-e', 'setInterval(() => {}, 1000)'];
    const limits: Limits = { timeoutMs: 50, startupMs: 200, maxMemoryMiB: 1024 };
    await expect(runCases(CASES, [lineProgram(command, limits)])).rejects.toThrow(
      'The program answered none of the first 5 cases (timeout: no answer).',
    );
  });
});

test('the time to start is not that of the first case', async () => {
  const start: typeof lineProgram = (command, limits) => lineProgram(command, { ...limits, timeoutMs: 1 });
  expect(await run(casesOf(`${MUST}star-nothing`), ALLOWS_ALL, start)).toMatchObject([{ status: 'passed' }]);
});

test('a program that does not support a case is not blamed', async () => {
  const results = await run(casesOf(MUST), program('say({ unsupported: true })'));
  expect(REPORTS.text?.(results, {})).toMatch(/rfc9309-must: 0 of \d+ passed, \d+ unsupported/);
  expect(results.some(isFailure)).toBe(false);
});

test('requests are ASCII and have the body whole', async () => {
  const longest = "const { body } = request; say({ allowed: /^[ -~]*$/.test(line) && body.includes('/z') });";
  expect(await run(casesOf('robustness/lines/garbage'), program(longest))).toMatchObject([{ found: 'allowed: true' }]);
});

describe('a program with the command line of robotstxt-spec-test', () => {
  const script = `const [robots, agent, url] = process.argv.slice(1);
    const { parseRobotsTxt } = require('@repkit/core');
    const body = require('node:fs').readFileSync(robots);
    process.exit(parseRobotsTxt(body).isAllowed(url, agent) ? 0 : 1);`;
  // Of both verdicts; each starts a process.
  const prefix = `${MUST}literal-star`;
  const command = [process.execPath, '-e', script];

  test('passes with the three arguments appended', () => {
    const { status, stdout } = conformance(['run', '--exit-code', '--id', prefix], command);
    expect(stdout).toMatch(/^[2-9] passed, 0 failed$/m);
    expect(status).toBe(0);
  });

  test('passes with placeholders, and another exit code is a crash', async () => {
    const cases = casesOf(prefix);
    expect(new Set(cases.map(({ expected }) => expected.allowed))).toEqual(new Set([true, false]));
    const places = ['%robots%', '%user-agent%', '%url%'];
    const results = await run(cases, [...command, ...places], exitCodeProgram);
    expect(results.map(({ status }) => status)).toEqual(cases.map(() => 'passed'));
    const ended = run(cases.slice(0, 1), [process.execPath, '-e', 'process.exit(7)'], exitCodeProgram);
    expect(await ended).toMatchObject([{ status: 'crash', found: 'exit code 7' }]);
  });
});

describeWith(['/usr/bin/python3'], 'the program of the guide in Python', () => {
  test('answers every case', async () => {
    const guide = readFileSync(new URL('../../../docs/guides/parser-author.md', import.meta.url), 'utf8');
    const [, code = ''] = /```python adapter\.py\n(.*?)```/s.exec(guide) ?? [];
    const results = await run(casesOf(''), ['/usr/bin/python3', '-c', code]);
    expect(results.filter(({ status }) => status === 'crash')).toEqual([]);
    const required = results.filter(({ item }) => item.tags.includes('rfc9309-must'));
    expect(required.filter(({ status }) => status === 'passed').length).toBeGreaterThan(300);
  });
});

test('the scoreboard runs an implementation on the cases of all dialects', () => {
  const scoreboard = fileURLToPath(new URL('../scoreboard.mjs', import.meta.url));
  const { stdout } = spawnSync(process.execPath, [scoreboard, 'repkit'], { encoding: 'utf8' });
  expect(stdout).toMatch(/^\| repkit \S+ \| JavaScript \| [^|]* \|( (\d+) of \2 \(100 %\) \|){7}/);
});

test('ends quietly if the reader of a pipe stops early', () => {
  const { stdout, stderr } = spawnSync('sh', ['-c', '"$0" "$1" cases | head -n 1', process.execPath, MAIN], { encoding: 'utf8' });
  expect(stdout).toMatch(/^{"id":.*}\n$/);
  expect(stderr).toBe('');
});

test('prints cases as NDJSON', () => {
  const { stdout } = conformance(['cases', '--tags', 'tdmrep']);
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.every(({ tags }) => tags.includes('tdmrep'))).toBe(true);
});

test.each([
  [[], 'Name an operation: run, cases or serve.'],
  [['run'], 'Name the program after "--".'],
  [['run', '--tags', 'rfc'], 'Unknown tag "rfc".'],
  [['run', '--format', 'toString', '--', 'cat'], 'Unknown format "toString".'],
  [['run', '--parallel', '0', '--', 'cat'], '--parallel must be a positive integer, not "0".'],
  [['run', '--id', 'x/y', '--', 'cat'], 'No case ID starts with "x/y".'],
  [['run', '--', '/nowhere/parser'], 'Cannot run /nowhere/parser'],
])('%j is refused with exit code 2: %s', async (argv, message) => {
  // A thread starts in half the time of a process.
  const thread = new Worker(MAIN, { argv, stdout: true, stderr: true });
  const [stderr, [exitCode]] = await Promise.all([text(thread.stderr), once(thread, 'exit')]);
  expect(stderr).toContain(message);
  expect(exitCode).toBe(2);
});
