import { expect, test } from 'vitest';
import { numberOrDefault, requiredOption, runLocation } from '../../src/commands/fleet-actions.js';
import { Arguments } from '../../src/options/arguments.js';

function args(values: Record<string, string>): Arguments {
  return new Arguments([], new Map(Object.entries(values).map(([name, value]) => [name, [value]])));
}

test('--redis and --name locate the run', () => {
  const place = { redis: 'redis://127.0.0.1', name: 'crawl-1.b_2' };
  expect(runLocation(args(place))).toEqual(place);
  for (const name of ['', '-a', 'a b', 'a:b', '{a}', 'a'.repeat(65)]) {
    expect(() => runLocation(args({ ...place, name }))).toThrow(/--name/);
  }
  expect(() => requiredOption(args({}), 'output', 'parts')).toThrow(
    '--output is required, for example --output parts.',
  );
});

test('a number outside its bounds is rejected', () => {
  const bounds = { default: 5, max: 10 };
  expect(numberOrDefault(args({}), 'jobs', bounds)).toBe(5);
  expect(numberOrDefault(args({ jobs: '10' }), 'jobs', bounds)).toBe(10);
  for (const jobs of ['0', '11', '-1', '1.5', 'x', '']) {
    expect(() => numberOrDefault(args({ jobs }), 'jobs', bounds)).toThrow('from 1 to 10');
  }
});
