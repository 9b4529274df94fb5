import { afterEach, describe, expect, test, vi } from 'vitest';
import { siteWith } from '../../../../test/support/site.js';
import { commands } from '../../src/commands/registry.js';
import { Arguments, type OptionSpec } from '../../src/options/arguments.js';
import { type Command, loadCommands } from '../../src/options/command.js';
import { FETCH_OPTIONS } from '../../src/options/fetch-options.js';
import { run } from '../../src/run.js';
import { fakeIo, type World } from '../support/fake-io.js';

const READERS = ['has', 'value', 'values'] as const;

afterEach(() => {
  vi.restoreAllMocks();
});

/** Runs a command and records the options whose values it reads. */
async function recordedRun(command: Command, argv: readonly string[], world: World) {
  const read = new Set<string>();
  let isRunning = false;
  const { run: runCommand } = command;
  vi.spyOn(command, 'run').mockImplementation((...given) => {
    isRunning = true;
    return runCommand.apply(command, given);
  });
  for (const reader of READERS) {
    const original = Arguments.prototype[reader] as (name: string) => never;
    vi.spyOn(Arguments.prototype, reader).mockImplementation(function (this: Arguments, name) {
      // Before, the check of combinations calls the other readers for all options.
      if (isRunning || reader === 'value') read.add(name);
      return original.call(this, name);
    });
  }
  const io = fakeIo(world);
  const code = await run([command.name, ...argv], io);
  vi.restoreAllMocks();
  return { code, read, ...io.written };
}

const LOG = '192.0.2.1 - - [21/Nov/2026:12:00:00 +0000] "GET /c HTTP/1.1" 200 1\n';
const FILES = {
  'robots.txt': 'User-agent: *\nDisallow: /c\n',
  'old.txt': 'User-agent: *\nDisallow: /d\n',
  'access.log': LOG,
  urls: '/c\n',
  saved: 'HTTP/1.1 200 OK\n\n',
  token: 'a-token-of-32-characters-or-more',
  'config.json': '{}',
  'base.json': '{ "version": 1, "files": {} }',
};

/** A valid value for each option that is not in `choices`. */
const VALUES: Readonly<Record<string, string>> = {
  agent: 'ExampleBot',
  allow: '127.0.0.1',
  archive: '/dev/null/none',
  asset: '/c',
  budget: '1000',
  column: 'url',
  concurrency: '2',
  config: 'config.json',
  cors: 'https://tools.example',
  crawler: 'Googlebot',
  explain: 'html',
  baseline: 'base.json',
  'code-severity': 'html=off',
  exclude: 'none',
  'fail-on': 'any',
  host: '127.0.0.1',
  ignore: 'html',
  jobs: '1',
  'max-per-code': '2',
  'max-warnings': '5',
  port: '0',
  'rate-limit': 'none',
  response: 'saved',
  robots: 'robots.txt',
  select: 'html',
  store: 'none',
  timeout: '9',
  'token-file': 'token',
  'trusted-proxy': '10.0.0.0/8',
  urls: 'access.log',
  'user-agent': 'ExampleBot/1.0',
};

const FETCHING = [...Object.keys(FETCH_OPTIONS), 'policy', 'treat-429', 'soft-not-found'];

function argvOf([name, { value, choices }]: [string, OptionSpec]): string[] {
  if (value === undefined) return [`--${name}`];
  return [`--${name}=${VALUES[name] ?? choices?.at(-1) ?? `out-${name}`}`];
}

/** The arguments after the options. Only a site has a use for options for fetching; a file is much faster. */
function positionalsOf(command: string, options: readonly string[], origin: string): string[] {
  const fetches = options.some((option) => FETCHING.includes(option));
  const site = fetches || ['check', 'page'].includes(command) ? origin : 'robots.txt';
  switch (command) {
    case 'check':
    case 'page':
      return [`${site}/e`];
    case 'coverage':
      return [site, 'urls'];
    case 'diff':
      return ['old.txt', site];
    case 'fmt':
    case 'lint':
    case 'sitemaps':
      return [site];
    case 'watch':
      return [origin];
    case 'survey':
      return ['/dev/null/none'];
    default:
      return [];
  }
}

describe('each pair of options is used, or refused with a sentence', async () => {
  const stopped = AbortSignal.abort();
  for (const command of await loadCommands(commands)) {
    const { name } = command;
    const options = Object.entries(command.options);
    test(name, async () => {
      const site = await siteWith(200, FILES['robots.txt']);
      const ignored: string[] = [];
      for (const [index, one] of options.entries()) {
        for (const other of options.slice(index + 1)) {
          const pair = [...argvOf(one), ...argvOf(other)];
          const positionals = positionalsOf(name, [one[0], other[0]], site.origin);
          const argv = [...pair, ...positionals];
          const world = { files: FILES, stdin: LOG, stop: stopped };
          const { code, read, err } = await recordedRun(command, argv, world);
          const isUsed = [one, other].every(([option]) => read.has(option));
          const isRefused = code === 2 && /^repkit [a-z]+: [A-Z"-].*\.\n$/s.test(err);
          if (!isUsed && !isRefused) ignored.push(`${pair.join(' ')}: ${code} ${err}`);
        }
      }
      expect(ignored).toEqual([]);
    });
  }
});

test.each([
  ['page --robots robots.txt --refresh https://example.com/', '--refresh', '--robots'],
  ['page --robots robots.txt --treat-429 unavailable https://example.com/', '--treat-429', '--robots'],
  ['check --robots robots.txt --treat-429 unavailable /c', '--treat-429', '--robots'],
  ['check --robots robots.txt --soft-not-found /c', '--soft-not-found', '--robots'],
  ['filter --robots robots.txt --treat-429 unavailable', '--treat-429', '--robots'],
  ['filter --robots robots.txt --archive a', '--robots', '--archive'],
  ['filter --archive a --concurrency 3', '--concurrency', '--archive'],
  ['filter --archive a --refresh', '--refresh', '--archive'],
  ['lint --explain html --fix', '--explain', '--fix'],
  ['lint --max-per-code 2 --format json robots.txt', '--max-per-code', '--format json'],
  ['lint --max-warnings 2 --severity error robots.txt', '--max-warnings', '--severity error'],
  ['filter --robots robots.txt --robots-column 1', '--robots-column', '--robots'],
  ['filter --robots robots.txt --group --only allowed', '--only', '--group'],
  ['filter --format csv --group --explain', '--group', '--explain'],
])('%s', async (argv, option, other) => {
  const [command = ''] = argv.split(' ');
  const io = fakeIo({ files: FILES });
  expect(await run(argv.split(' '), io)).toBe(2);
  expect(io.written).toEqual({
    out: '',
    err: expect.stringMatching(
      `^repkit ${command}: (?:Option ")?${option}.* cannot be used with (?:option ")?${other}\\b.*\\.\n$`,
    ),
  });
});

test.each([
  [
    'page --response saved --robots robots.txt --timeout 9 https://example.com/',
    '--timeout has no effect with --robots and --response.',
  ],
  ['filter --missing allowed', '--missing requires --archive.'],
  ['filter --jobs 2', '--jobs requires --robots or --archive or --robots-column.'],
  ['filter --no-header', '--no-header requires --format csv.'],
  ['filter --explain', '--explain requires --format ndjson or --format csv.'],
  ['lint --unsafe robots.txt', '--unsafe requires --fix.'],
])('%s', async (argv, sentence) => {
  const io = fakeIo({ files: FILES });
  expect(await run(argv.split(' '), io)).toBe(2);
  expect(io.written.err).toBe(`repkit ${argv.split(' ')[0]}: ${sentence}\n`);
});

test('declared combinations name options of the command, and values among its choices', async () => {
  for (const { name, options } of await loadCommands(commands)) {
    for (const { requires = [], excludes = [] } of Object.values(options)) {
      for (const use of [...requires, ...(excludes === 'all' ? [] : excludes)]) {
        const [other, value] = use.split('=');
        const spec = options[other ?? ''];
        expect([name, use, spec === undefined]).toEqual([name, use, false]);
        if (value !== undefined) expect(spec?.choices).toContain(value);
      }
    }
  }
});

/** What a command does not run without. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  audit: ['--robots=robots.txt', '--site=example.com'],
  init: ['--block=ai-training'],
};

test('a name that is not among the choices of an option is refused', async () => {
  for (const { name, options } of await loadCommands(commands)) {
    for (const [option, { value, choices, requires = [] }] of Object.entries(options)) {
      if (value !== 'NAME' || choices === undefined) continue;
      const others = NEEDED[name] ?? [];
      const required = requires.slice(0, 1).flatMap((use) => {
        const [other = '', otherValue] = use.split('=');
        const spec = options[other] ?? { description: '' };
        return otherValue === undefined ? argvOf([other, spec]) : [`--${use}`];
      });
      const argv = [name, ...(others.length > 0 ? others : required), `--${option}=no-such-name`];
      const io = fakeIo({ files: FILES });
      const code = await run([...argv, ...positionalsOf(name, [], 'http://127.0.0.1:9')], io);
      expect([argv, code, io.written]).toEqual([argv, 2, { out: '', err: expect.stringMatching(/Unknown .*"no-such-name"/) }]);
    }
  }
});
