import { expect, test } from 'vitest';
import { commands } from '../../src/commands/registry.js';
import { isPath } from '../../src/options/arguments.js';
import { loadCommands } from '../../src/options/command.js';
import { parseArguments } from '../../src/options/parser.js';
import { run } from '../../src/run.js';
import { fakeIo } from '../support/fake-io.js';

const specs = {
  agent: { value: 'TOKEN', repeatable: true, description: '' },
  robots: { value: 'FILE', readsStdin: true, description: '' },
  json: { description: '' },
};

test('options, switches and positionals can be mixed', () => {
  const args = parseArguments(['/a', '--agent', 'A', '--json', '--agent=B', '--robots', '-', '/b'], specs);
  expect(args.positionals).toEqual(['/a', '/b']);
  expect(args.values('agent')).toEqual(['A', 'B']);
  expect(args.value('robots')).toBe('-');
  expect(args.has('json')).toBe(true);
});

test('- is standard input for the options that say so, and never a file of that name', async () => {
  const rejecting: string[] = [];
  for (const { name, options } of await loadCommands(commands)) {
    for (const [option, spec] of Object.entries(options).filter(([, spec]) => isPath(spec))) {
      const parse = (path: string) => parseArguments([`--${option}=${path}`], { [option]: spec }).value(option);
      expect(parse('./-')).toBe('./-');
      if (spec.readsStdin) expect(parse('-')).toBe('-');
      else {
        expect(() => parse('-')).toThrow(
          `--${option} "-" does not mean standard input or output. Name a path, or write ./- for one of that name.`,
        );
        rejecting.push(`${name} ${option}`);
      }
    }
  }
  expect(rejecting).toEqual(expect.arrayContaining(['lint baseline', 'lint config', 'filter output', 'serve token-file']));
});

test('missing options', () => {
  const args = parseArguments([], specs);
  expect(args.positionals).toEqual([]);
  expect(args.values('agent')).toEqual([]);
  expect(args.value('robots')).toBeUndefined();
  expect(args.has('json')).toBe(false);
});

test('arguments after -- are positionals', () => {
  expect(parseArguments(['--', '--json', '-x'], specs).positionals).toEqual(['--json', '-x']);
});

test('--option=value accepts a value that begins with a dash', () => {
  expect(parseArguments(['--robots=--odd'], specs).value('robots')).toBe('--odd');
  expect(parseArguments(['--agent='], specs).values('agent')).toEqual(['']);
});

test.each([
  [['--agnet', 'A', '/a'], 'Unknown option "--agnet". Did you mean --agent?'],
  [['--xyzzy'], 'Unknown option "--xyzzy". See repkit check --help.'],
  [['-x'], 'Unknown option "-x". See repkit check --help.'],
  [['-agent', 'A'], 'Unknown option "-agent". Did you mean --agent?'],
  [['--agnet=A', '/a'], 'Unknown option "--agnet=A". Did you mean --agent?'],
  // Three of seven letters differ from --purpose.
  [['--format', 'json', '/a'], 'Unknown value for --format: "json". Did you mean --json?'],
  [['--ai-search', '/a'], 'Unknown option "--ai-search". Did you mean --purpose ai-search?'],
  [['--verbose', '/a'], 'Unknown option "--verbose". See repkit check --help.'],
  [['--pref', '/a'], 'Unknown option "--pref". Did you mean --preferences?'],
  // An abbreviation of --explain and --expect.
  [['--exp', '/a'], 'Unknown option "--exp". See repkit check --help.'],
  [['--constructor'], 'Unknown option "--constructor". See repkit check --help.'],
  [['/a', '--agent'], '--agent requires a value: --agent TOKEN.'],
  [['/a', '--robots', ''], '--robots requires a value: --robots FILE.'],
  [['/a', '--store='], '--store requires a value: --store STORE.'],
  [['--agent', '--json', '/a'], '--agent requires a value: --agent TOKEN. For the value "--json", write --agent=--json.'],
  [['--json=yes', '/a'], '--json does not take a value.'],
  [['--robots', 'a', '--robots', 'b', '/a'], '--robots was given twice: "a" and "b".'],
])('check %j is rejected with a correction', async (argv, message) => {
  const io = fakeIo();
  expect(await run(['check', ...argv], io)).toBe(2);
  expect(io.written).toEqual({ out: '', err: `repkit check: ${message}\n` });
});

test.each([
  [['completion', 'zhs'], 'repkit completion: Unknown shell "zhs". Did you mean "zsh"?'],
  [['completion', 'sh5'], 'repkit completion: Unknown shell "sh5". Use one of bash, zsh, fish, powershell.'],
  [['help', 'chekc'], 'repkit help: Unknown command "chekc". Did you mean "check"?'],
  [['crawlers', 'list'], 'repkit crawlers: Unknown action "list". Use update.'],
])('%j is rejected with a correction', async (argv, message) => {
  const io = fakeIo();
  expect(await run(argv, io)).toBe(2);
  expect(io.written).toEqual({ out: '', err: `${message}\n` });
});

test.each([
  ['FILE', true],
  ['PATH', true],
  ['STORE', true],
  ['NAME', false],
])('isPath is true for %s: %s', (value, expected) => {
  expect(isPath({ value, description: '' })).toBe(expected);
});
