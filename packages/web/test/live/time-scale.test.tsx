import { expect, inject, test } from 'vitest';
import { POLICY_NAMES } from '../../src/live/robots-answer.js';
import { stretches, timeScale } from '../../src/live/time-scale.js';

const HOUR = 3_600_000;
const { busy, shop } = inject('live').answers;

test.each([busy, shop])(
  'hours and a month can both be seen, in order: $provenance.access',
  (answer) => {
    const ladders = POLICY_NAMES.map((name) => answer.policies[name].ladder);
    const scale = timeScale(ladders);
    const places = scale.ticks.map((tick) => scale.position(scale.from + tick));
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect(places[0]).toBeGreaterThan(0.15);
    expect(places.at(-1)).toBeLessThan(0.97);
    expect([scale.position(scale.from), scale.position(scale.to)]).toEqual([0, 1]);
    expect([scale.position(0), scale.position(scale.to * 2)]).toEqual([0, 1]);
  },
);

test('a ladder is stretches without a gap, from the first step to the end', () => {
  const ladder = busy.policies['google-2026'].ladder;
  const scale = timeScale([ladder]);
  expect(stretches(ladder, scale)).toEqual([
    { state: 'disallow-all', start: 0, end: scale.position(scale.from + 12 * HOUR) },
    { state: 'allow-all', start: scale.position(scale.from + 12 * HOUR), end: 1 },
  ]);
});
