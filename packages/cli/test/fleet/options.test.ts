import { expect, test } from 'vitest';
import { needed, numberOf, placeOf } from '../../src/commands/fleet-actions.js';
import { Arguments } from '../../src/options/arguments.js';

function args(values: Record<string, string>): Arguments {
  return new Arguments([], new Map(Object.entries(values).map(([name, value]) => [name, [value]])));
}

test('where the run is', () => {
  const place = { redis: 'redis://127.0.0.1', name: 'crawl-1.b_2' };
  expect(placeOf(args(place))).toEqual(place);
  for (const name of ['', '-a', 'a b', 'a:b', '{a}', 'a'.repeat(65)]) {
    expect(() => placeOf(args({ ...place, name }))).toThrow(/--name/);
  }
  expect(() => needed(args({}), 'output', 'parts')).toThrow(
    '--output is missing: add --output parts.',
  );
});

test('numbers have bounds', () => {
  const bounds = { usual: 5, most: 10 };
  expect(numberOf(args({}), 'jobs', bounds)).toBe(5);
  expect(numberOf(args({ jobs: '10' }), 'jobs', bounds)).toBe(10);
  for (const jobs of ['0', '11', '-1', '1.5', 'x', '']) {
    expect(() => numberOf(args({ jobs }), 'jobs', bounds)).toThrow('from 1 to 10');
  }
});
