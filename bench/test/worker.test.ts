import { expect, test } from 'vitest';
import { measureWorker, WORKER_FORMATS, workerTable } from '../src/worker.js';

test.each(WORKER_FORMATS)('%s: times both workers, with one robots.txt and with many', (format) => {
  for (const ownFiles of [false, true]) {
    const figures = measureWorker(format, ownFiles, { rows: 2_100, rounds: 1 });
    expect(figures).toMatchObject({ format, ownFiles, rows: 2_100 });
    expect(figures.repkit).toBeGreaterThan(0);
    expect(figures.plain).toBeGreaterThan(0);
    expect(figures.ratio).toBeCloseTo(figures.repkit / figures.plain);
  }
});

test('the table has one line per kind of row', () => {
  const lines = workerTable({ rows: 100, rounds: 1 }).split('\n');
  expect(lines.length).toBe(5);
  expect(lines[0]).toMatch(/^worker, rows\/s +repkit +plain script +parallel +ClickHouse$/);
});
