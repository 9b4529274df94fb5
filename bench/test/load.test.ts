import { expect, test } from 'vitest';
import { findProgram } from '../../scripts/lib/programs.mjs';
import { runLoad } from '../src/load.js';
import { growth, loadLines } from '../src/load-lines.js';
import { quantile } from '../src/statistics.js';

/** A short `npm run load`, with limits that a machine busy with other tests can meet. */
test.skipIf(findProgram('redis-server') === undefined && process.env.CI === undefined)(
  'every response is correct and memory stays flat while the store and sites fail',
  async () => {
    const figures = await runLoad({ seconds: 40, limitRounds: 2, limitSeconds: 2 });
    expect([...figures.wrong], loadLines(figures).join('\n')).toEqual([]);
    expect(figures.responses.get('200 given')).toBeGreaterThan(1000);
    for (const kind of ['good', 'endless', 'bomb']) {
      expect(figures.responses.get(`200 ${kind} disallowed`), kind).toBeGreaterThan(0);
    }
    expect(figures.responses.get('200 looping allowed')).toBeGreaterThan(0);
    expect(figures.store).toEqual(['available', 'failing', 'available']);
    expect(growth(figures.rss)).toBeLessThan(1.5);
    expect(quantile(figures.latencies, 0.99)).toBeLessThan(30_000);
  },
);
