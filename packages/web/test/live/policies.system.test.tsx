import { expect, inject, test } from 'vitest';
import { PoliciesTable, PolicyTimeline } from '../../src/live/policies.js';
import { stageSpans, timeScale } from '../../src/live/time-scale.js';
import { showInApp } from '../support/show-in-app.js';

const HOUR = 3_600_000;
const { busy, closed, shop } = inject('live').responses;

test('each policy has a timeline with a text alternative', async () => {
  const { root } = await showInApp(<PolicyTimeline {...busy} />);
  expect(root.querySelector('h3')?.textContent).toBe('While the site stays unreachable');
  const lines = [...root.querySelectorAll('[role=img]')];
  expect(
    lines.map((line) => [...line.querySelectorAll('g')].map((part) => part.classList[0])),
  ).toEqual([
    ['disallow-all', 'allow-all'],
    ['disallow-all', 'allow-all'],
    ['disallow-all', 'allow-all'],
    ['disallow-all'],
    ['allow-all'],
    ['allow-all'],
  ]);
  expect(lines[2]?.getAttribute('aria-label')).toMatch(
    /^Google \(2026\): everything disallowed from .* · everything allowed from /,
  );
});

test('shows the future stages of a reachable site', async () => {
  const { root } = await showInApp(<PolicyTimeline {...shop} />);
  expect(root.querySelector('h3')?.textContent).toBe('If the site becomes unreachable');
  expect(root.querySelectorAll('[role=img]')[0]?.querySelectorAll('g')).toHaveLength(3);
});

test('shows the result per policy: only the 1996 draft forbids access after status 403', async () => {
  const { root } = await showInApp(<PoliciesTable policies={closed.policies} />);
  const rows = [...root.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].slice(0, 3).map(({ textContent }) => textContent),
  );
  expect(rows).toEqual([
    ['RFC 9309', 'No robots.txt (unavailable)', 'everything allowed'],
    ['Google', 'No robots.txt (unavailable)', 'everything allowed'],
    ['Google (2026)', 'No robots.txt (unavailable)', 'everything allowed'],
    ['1996 draft', 'Access to robots.txt is forbidden', 'everything disallowed'],
    ['Amazonbot', 'No robots.txt (unavailable)', 'everything allowed'],
    ['YandexBot', 'No robots.txt (unavailable)', 'everything allowed'],
  ]);
});

test.each([busy, shop])(
  'the time scale shows both hours and a month: $provenance.access',
  (response) => {
    const stageLists = Object.values(response.policies).map(({ stages }) => stages);
    const scale = timeScale(stageLists);
    const places = scale.ticks.map((tick) => scale.position(scale.from + tick));
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect(places[0]).toBeGreaterThan(0.15);
    expect(places.at(-1)).toBeLessThan(0.97);
    expect([scale.position(scale.from), scale.position(scale.to)]).toEqual([0, 1]);
    expect([scale.position(0), scale.position(scale.to * 2)]).toEqual([0, 1]);
  },
);

test('stages cover the time scale without gaps', () => {
  const stages = busy.policies['google-2026'].stages;
  const scale = timeScale([stages]);
  expect(stageSpans(stages, scale)).toEqual([
    { state: 'disallow-all', start: 0, end: scale.position(scale.from + 12 * HOUR) },
    { state: 'allow-all', start: scale.position(scale.from + 12 * HOUR), end: 1 },
  ]);
});
