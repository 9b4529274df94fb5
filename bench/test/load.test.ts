import { expect, test } from 'vitest';
import { findProgram } from '../../scripts/lib/programs.mjs';
import { runLoad } from '../src/load.js';
import { growth, loadLines } from '../src/load-lines.js';
import { quantile } from '../src/statistics.js';

/** The short form of `npm run load`; limits that hold on a machine that is busy with other tests. */
test.skipIf(findProgram('redis-server') === undefined && process.env.CI === undefined)(
  'the store is killed and comes back, sites are slow, silent, endless, hostile and die: every answer is right, and memory flat',
  async () => {
    const figures = await runLoad({ seconds: 25, limitGoes: 2, limitSeconds: 2 });
    expect([...figures.wrong], loadLines(figures).join('\n')).toEqual([]);
    expect(figures.answers.get('200 given')).toBeGreaterThan(1000);
    for (const kind of ['good', 'endless', 'bomb']) {
      expect(figures.answers.get(`200 ${kind} disallowed`), kind).toBeGreaterThan(0);
    }
    expect(figures.answers.get('200 looping allowed')).toBeGreaterThan(0);
    expect(figures.store).toEqual(['answering', 'failing', 'answering']);
    expect(growth(figures.rss)).toBeLessThan(1.5);
    expect(quantile(figures.latencies, 0.99)).toBeLessThan(10_000);
  },
  120_000,
);
