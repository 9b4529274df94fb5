import { expect, inject, test } from 'vitest';
import { POLICY_NAMES } from '../../src/live/ask-service.js';
import { PoliciesTable, PolicyTimeline } from '../../src/live/policies.js';
import { stretches, timeScale } from '../../src/live/time-scale.js';
import { showInApp } from '../support/show-in-app.js';

const HOUR = 3_600_000;
const { busy, closed, shop } = inject('live').answers;

test('each policy has a drawing with a sentence that says the same', async () => {
  const { root } = await showInApp(<PolicyTimeline {...busy} />);
  expect(root.querySelector('h2')?.textContent).toBe('While the site stays unreachable');
  const lines = [...root.querySelectorAll('[role=img]')];
  expect(
    lines.map((line) => [...line.querySelectorAll('g')].map((part) => part.classList[0])),
  ).toEqual([
    ['disallow-all', 'allow-all'],
    ['disallow-all', 'allow-all'],
    ['disallow-all', 'allow-all'],
    ['disallow-all'],
  ]);
  expect(lines[2]?.getAttribute('aria-label')).toMatch(
    /^Google, as of 2026: nothing from .* · everything from /,
  );
});

test('of a site that answers it says what would be', async () => {
  const { root } = await showInApp(<PolicyTimeline {...shop} />);
  expect(root.querySelector('h2')?.textContent).toBe('If the site became unreachable');
  expect(root.querySelectorAll('[role=img]')[0]?.querySelectorAll('g')).toHaveLength(3);
});

test('each policy has its reading of the same answer: 403 is forbidden in 1996 alone', async () => {
  const { root } = await showInApp(<PoliciesTable policies={closed.policies} />);
  const rows = [...root.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].slice(0, 3).map(({ textContent }) => textContent),
  );
  expect(rows).toEqual([
    ['RFC 9309', 'unavailable', 'everything'],
    ['Google', 'unavailable', 'everything'],
    ['Google, as of 2026', 'unavailable', 'everything'],
    ['Draft of 1996', 'forbidden', 'nothing'],
  ]);
});

test.each([busy, shop])(
  'hours and a month can both be seen, in order: $provenance.access',
  (answer) => {
    const stageLists = POLICY_NAMES.map((name) => answer.policies[name].stages);
    const scale = timeScale(stageLists);
    const places = scale.ticks.map((tick) => scale.position(scale.from + tick));
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect(places[0]).toBeGreaterThan(0.15);
    expect(places.at(-1)).toBeLessThan(0.97);
    expect([scale.position(scale.from), scale.position(scale.to)]).toEqual([0, 1]);
    expect([scale.position(0), scale.position(scale.to * 2)]).toEqual([0, 1]);
  },
);

test('a stages is stretches without a gap, from the first step to the end', () => {
  const stages = busy.policies['google-2026'].stages;
  const scale = timeScale([stages]);
  expect(stretches(stages, scale)).toEqual([
    { state: 'disallow-all', start: 0, end: scale.position(scale.from + 12 * HOUR) },
    { state: 'allow-all', start: scale.position(scale.from + 12 * HOUR), end: 1 },
  ]);
});
