import { expect, test } from 'vitest';
import { run } from '../src/run.js';

test('rejects an unknown part or option with a message', async () => {
  await expect(run(['--only', 'speed'], () => {})).rejects.toThrow(
    'Unknown part "speed". The parts are one-shot, repeated, memory, hostile, growth, hostile-servers, lint, analysis, client, worker, filter, survey, service.',
  );
  await expect(run(['--slow'], () => {})).rejects.toThrow('--slow');
});

test('a quick run of one part prints only its table and target', async () => {
  let printed = '';
  await run(['--quick', '--only', 'one-shot'], (text) => {
    printed += `${text}\n`;
  });
  expect(printed).toMatch(/^files\/s, parse \+ one verdict +tiny +typical/m);
  expect(printed).toMatch(/^repkit \(bytes\) +[\d.]+[kM]? \([\d.]+x\)/m);
  expect(printed).toMatch(/^target 1: (met|NOT MET) — tiny [\d.]+x/m);
  expect(printed.match(/^target \d/gm)).toHaveLength(1);
});
