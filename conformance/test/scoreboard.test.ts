/** The scoreboard, for the implementations that npm installs. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const SCRIPT = read('scoreboard.mjs');
const ADAPTERS = readdirSync(new URL('../adapters/', import.meta.url)).filter(
  (name) => !name.startsWith('lines.') && name !== '__pycache__',
);

/** Returns the cells that depend on neither the machine nor its load: up to the required and recommended cases. */
const stable = (row: string) => row.split(' | ').slice(0, 5).join(' | ');

test('the page has the results of the implementations that npm installs', {
  timeout: 300_000,
}, () => {
  const names = [
    'repkit',
    'robots-parser',
    'Crawlee',
    'robots-txt-guard',
    'robots-txt-parser',
    'robots',
  ];
  const script = fileURLToPath(new URL('../scoreboard.mjs', import.meta.url));
  const { stdout, stderr } = spawnSync(process.execPath, [script, ...names], { encoding: 'utf8' });
  const rows = stdout.trimEnd().split('\n');
  expect(rows, stderr).toHaveLength(names.length);
  const page = read('../docs/scoreboard.md').split('\n').map(stable);
  expect(page).toEqual(expect.arrayContaining(rows.map(stable)));
});

test('at least eight implementations have an adapter of at most 40 lines', () => {
  expect(ADAPTERS.length).toBeGreaterThanOrEqual(9);
  for (const name of ADAPTERS) {
    expect(SCRIPT, name).toContain(`'${name}'`);
    expect(read(`adapters/${name}`).trimEnd().split('\n').length, name).toBeLessThanOrEqual(40);
  }
});

test('the page names at least ten distinct faults with their section of RFC 9309', () => {
  const [, details = ''] = read('../docs/scoreboard.md').split('## Failed cases');
  const faults = new Set(details.match(/^- \[RFC 9309 [\d.]+\]\(\S+\): [^`]+/gm));
  expect(faults.size).toBeGreaterThanOrEqual(10);
});

test('cases that another document decides otherwise are listed once, for parsers that follow it', () => {
  const blocks = read('../docs/scoreboard.md').split('<details>').slice(1);
  const withDeviations = blocks.filter((block) => block.includes('- Documented deviations:'));
  expect(withDeviations.length).toBeGreaterThanOrEqual(2);
  for (const block of withDeviations) {
    const [count] = /\d+(?= documented deviations)/.exec(block) ?? [];
    const [failed = '', deviations = ''] = block.split('- Documented deviations:');
    const ids = deviations.match(/`[^`]+`/g) ?? [];
    expect(ids).toHaveLength(Number(count));
    expect(ids.filter((id) => failed.includes(id))).toEqual([]);
  }
});
