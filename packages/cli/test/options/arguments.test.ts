import { InputError } from '@repkit/bulk';
import { expect, test } from 'vitest';
import { isPath, parseArguments } from '../../src/options/arguments.js';

const specs = {
  agent: { value: 'TOKEN', repeatable: true, description: '' },
  robots: { value: 'FILE', description: '' },
  json: { description: '' },
};

test('options, switches and positionals can be mixed', () => {
  const args = parseArguments(
    ['/a', '--agent', 'A', '--json', '--agent=B', '--robots', '-', '/b'],
    specs,
  );
  expect(args.positionals).toEqual(['/a', '/b']);
  expect(args.values('agent')).toEqual(['A', 'B']);
  expect(args.value('robots')).toBe('-');
  expect(args.has('json')).toBe(true);
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
  [['--agnet', 'A'], 'Unknown option --agnet. Did you mean --agent?'],
  [['--verbose'], 'Unknown option --verbose. See --help.'],
  [['-x'], 'Unknown option -x. See --help.'],
  [['-agent', 'A'], 'Unknown option -agent. Did you mean --agent?'],
  [['--constructor'], 'Unknown option --constructor. See --help.'],
  [['--agent'], '--agent requires a value: --agent TOKEN.'],
  [
    ['--agent', '--json'],
    '--agent requires a value: --agent TOKEN. For the value "--json", write --agent=--json.',
  ],
  [['--json=yes'], '--json does not take a value.'],
  [['--robots', 'a', '--robots', 'b'], '--robots was given twice: "a" and "b".'],
])('%j is rejected with a correction', (argv, message) => {
  expect(() => parseArguments(argv, specs)).toThrow(new InputError(message));
});

test.each([
  ['FILE', true],
  ['PATH', true],
  ['STORE', true],
  ['NAME', false],
])('isPath is true for %s: %s', (value, expected) => {
  expect(isPath({ value, description: '' })).toBe(expected);
});
