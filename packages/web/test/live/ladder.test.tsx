import { expect, inject, test } from 'vitest';
import { Ladder } from '../../src/live/ladder.js';
import { showInApp } from '../support/show-in-app.js';

const { busy, shop } = inject('live').answers;

test('each policy has a drawing with a sentence that says the same', async () => {
  const { root } = await showInApp(<Ladder {...busy} />);
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
  const { root } = await showInApp(<Ladder {...shop} />);
  expect(root.querySelector('h2')?.textContent).toBe('If the site became unreachable');
  expect(root.querySelectorAll('[role=img]')[0]?.querySelectorAll('g')).toHaveLength(3);
});
