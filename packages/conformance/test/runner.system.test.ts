/** The runner, from the outside: node runner/main.mjs. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { describeWith } from '../../../test/support/program.js';

const MAIN = fileURLToPath(new URL('../runner/main.mjs', import.meta.url));
const REPKIT = [
  process.execPath,
  fileURLToPath(new URL('../adapters/repkit.mjs', import.meta.url)),
];

/** On a busy machine, a case can take longer than the default. */
const PATIENT = ['--timeout', '60000'];

function conformance([name, ...args]: readonly string[], command: readonly string[] = []) {
  const patient = name === 'run' ? [name, ...PATIENT, ...args] : [name, ...args];
  const all = command.length > 0 ? [...patient, '--', ...command] : patient;
  return spawnSync(process.execPath, [MAIN, ...all], { encoding: 'utf8', maxBuffer: 1e8 });
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

test('repkit passes every case of its dialects and crawlers, with lines', () => {
  const claimed = [
    'rfc9309-must,rfc9309-should,rfc9309-silent,google',
    'draft-koster-rep-00,koster1996,robustness,crawlers',
  ].join();
  const { status, stdout } = conformance(['run', '--lines', '--tags', claimed], REPKIT);
  expect(stdout).not.toContain('FAILED');
  expect(stdout).toMatch(/^4\d\d\d passed, 0 failed$/m);
  expect(status).toBe(0);
});

test('a wrong verdict is a failure in the chosen format, until it is right', () => {
  const run = (answer: string) =>
    conformance(['run', '--id', `${MUST}star-nothing`, '--format', 'junit'], program(answer));
  const wrong = run('say({ allowed: false });');
  expect(wrong.stdout).toMatch(/tests="1" failures="1"/);
  expect(wrong.status).toBe(1);
  const right = run("say({ allowed: request.id.includes('star-nothing') });");
  expect(right.stdout).toMatch(/tests="1" failures="0"/);
  expect(right.status).toBe(0);
});

test('another verdict on a case that RFC 9309 leaves open is not a failure', () => {
  const { status, stdout } = conformance(['run', '--tags', 'rfc9309-silent'], ALLOWS_ALL);
  expect(stdout).toMatch(/rfc9309-silent: \d+ of \d+ passed, \d+ differs/);
  expect(stdout).toMatch(/passed, 0 failed$/m);
  expect(status).toBe(0);
});

describe('a program that gives no answer', () => {
  const cases = (status: string, answer: string, options: readonly string[] = []) => {
    const command = program(`if (request.id.includes('star-nothing')) { ${answer} }
      else say({ allowed: request.id.includes('dollar-more') });`);
    const run = conformance(
      ['run', '--parallel', '1', '--id', MUST, '--format', 'json', ...options],
      command,
    );
    const { results } = JSON.parse(run.stdout);
    const bad = results.find(({ id }: { id: string }) => id.includes('star-nothing'));
    expect(bad, run.stderr).toMatchObject({ status });
    // It starts again, and the next case has a verdict.
    expect(results.filter((result: { status: string }) => result.status === status)).toHaveLength(
      1,
    );
    return run;
  };

  test('in time is a result', () => {
    expect(cases('timeout', '', ['--timeout', '300']).status).toBe(1);
  });

  test('because it ends is a result', () => {
    cases('crash', 'process.exit(3);');
    cases('crash', "process.kill(process.pid, 'SIGSEGV');");
  });

  if (process.platform === 'linux')
    test('because it takes too much memory is a result', () => {
      cases(
        'memory',
        'global.a = Array.from({ length: 40 }, () => Buffer.alloc(1e7, 1)); setTimeout(() => {}, 9000);',
        ['--max-memory', '300'],
      );
    });

  test('but writes something else has failed', () => {
    const { stdout } = conformance(
      ['run', '--id', `${MUST}star-nothing`],
      program("console.log('yes')"),
    );
    expect(stdout).toContain('found error: not a JSON object: yes');
  });
});

describe('a program that never answers ends the run with one sentence', () => {
  test.each([
    ['because it exits', '1', [], 'crash: exit code 0'],
    [
      'in time',
      'setInterval(() => {}, 1000)',
      ['--timeout', '50', '--parallel', '5'],
      'timeout: no answer',
    ],
  ])('%s', (_, code, options, reason) => {
    const command = [process.execPath, '-e', code];
    const { status, stdout, stderr } = conformance(['run', ...options], command);
    const lines = stderr.trimEnd().split('\n');
    expect([status, stdout, lines.at(-1)]).toEqual([
      2,
      '',
      `conformance: The program answered none of the first 5 cases (${reason}). See --help.`,
    ]);
    // The others are progress.
    for (const line of lines.slice(0, -1)) expect(line).toMatch(/^conformance: \d of \d+ cases$/);
  });
});

test('a program that does not support a case is not blamed', () => {
  const { status, stdout } = conformance(
    ['run', '--id', MUST],
    program('say({ unsupported: true })'),
  );
  expect(stdout).toMatch(/rfc9309-must: 0 of \d+ passed, \d+ unsupported/);
  expect(status).toBe(0);
});

test('requests are ASCII and have the body whole', () => {
  const longest =
    "const { body } = request; say({ allowed: /^[ -~]*$/.test(line) && body.includes('/z') });";
  const { stdout } = conformance(['run', '--id', 'robustness/lines/garbage'], program(longest));
  expect(stdout).toContain('found allowed: true');
});

describe('a program with the command line of robotstxt-spec-test', () => {
  const script = `const [robots, agent, url] = process.argv.slice(1);
    const { parseRobotsTxt } = require('@repkit/core');
    const body = require('node:fs').readFileSync(robots);
    process.exit(parseRobotsTxt(body).isAllowed(url, agent) ? 0 : 1);`;
  // Of both verdicts; each starts a process.
  const options = ['run', '--exit-code', '--id', `${MUST}literal`];
  const command = [process.execPath, '-e', script];

  test('passes with the three arguments appended', () => {
    const { status, stdout } = conformance(options, command);
    expect(stdout).toMatch(/^\d+ passed, 0 failed$/m);
    expect(status).toBe(0);
  });

  test('passes with placeholders, and another exit code is a crash', () => {
    const places = ['%robots%', '%user-agent%', '%url%'];
    expect(conformance(options, [...command, ...places]).status).toBe(0);
    const { stderr } = conformance(options, [process.execPath, '-e', 'process.exit(7)']);
    expect(stderr).toContain('crash: exit code 7');
  });
});

describeWith(['/usr/bin/python3'], 'the program of the guide in Python', () => {
  test('answers every case', () => {
    const guide = readFileSync(
      new URL('../../../docs/guides/parser-author.md', import.meta.url),
      'utf8',
    );
    const [, code = ''] = /```python adapter\.py\n(.*?)```/s.exec(guide) ?? [];
    const { stdout } = conformance(['run', '--format', 'json'], ['/usr/bin/python3', '-c', code]);
    const { results, tags } = JSON.parse(stdout);
    const ended = results.filter(({ status }: { status: string }) => status === 'crash');
    expect(ended).toEqual([]);
    expect(tags['rfc9309-must'].passed).toBeGreaterThan(300);
  });
});

test('the scoreboard runs an implementation', () => {
  const scoreboard = fileURLToPath(new URL('../scoreboard.mjs', import.meta.url));
  const { stdout } = spawnSync(process.execPath, [scoreboard, 'repkit'], { encoding: 'utf8' });
  expect(stdout).toMatch(/^\| repkit \S+ \| JavaScript \| .* \(\d+ %\) \|/);
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
])('%j is refused with exit code 2: %s', (args, message) => {
  const { status, stderr } = conformance(args);
  expect(stderr).toContain(message);
  expect(status).toBe(2);
});
