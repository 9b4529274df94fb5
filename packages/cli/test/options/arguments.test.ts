import { InputError } from '@repkit/bulk';
import { expect, test } from 'vitest';
import { parseArguments, pathOf } from '../../src/options/arguments.js';

const specs = [
  { name: 'agent', value: 'TOKEN', repeatable: true, description: '' },
  { name: 'robots', value: 'FILE', description: '' },
  { name: 'json', description: '' },
];

test('options, switches and the rest, in any order', () => {
  const args = parseArguments(
    ['/a', '--agent', 'A', '--json', '--agent=B', '--robots', '-', '/b'],
    specs,
  );
  expect(args.positionals).toEqual(['/a', '/b']);
  expect(args.values('agent')).toEqual(['A', 'B']);
  expect(args.value('robots')).toBe('-');
  expect(args.has('json')).toBe(true);
});

test('what was not given', () => {
  const args = parseArguments([], specs);
  expect(args.positionals).toEqual([]);
  expect(args.values('agent')).toEqual([]);
  expect(args.value('robots')).toBeUndefined();
  expect(args.has('json')).toBe(false);
});

test('behind -- nothing is an option', () => {
  expect(parseArguments(['--', '--json', '-x'], specs).positionals).toEqual(['--json', '-x']);
});

test('a value that begins with a dash is given with =', () => {
  expect(parseArguments(['--robots=--odd'], specs).value('robots')).toBe('--odd');
  expect(parseArguments(['--agent='], specs).values('agent')).toEqual(['']);
});

test.each([
  [['--agnet', 'A'], 'there is no option --agnet: was --agent meant?'],
  [['--verbose'], 'there is no option --verbose: see --help for those there are.'],
  [['-x'], 'there is no option -x: see --help for those there are.'],
  [['--constructor'], 'there is no option --constructor: see --help for those there are.'],
  [['--agent'], '--agent has no value: write --agent TOKEN.'],
  [
    ['--agent', '--json'],
    '--agent has no value: write --agent TOKEN, or --agent=--json if that is it.',
  ],
  [['--json=yes'], '--json takes no value: write --json alone.'],
  [
    ['--robots', 'a', '--robots', 'b'],
    '--robots is given more than once: keep one of "a" and "b".',
  ],
])('%j is a mistake, and the mend is said', (argv, message) => {
  expect(() => parseArguments(argv, specs)).toThrow(new InputError(message));
});

test.each([
  ['FILE', 'file'],
  ['PATH', 'file'],
  ['FOLDER', 'folder'],
  ['NAME', undefined],
])('%s is a path: %s', (value, kind) => {
  expect(pathOf({ name: 'a', value, description: '' })).toBe(kind);
});
