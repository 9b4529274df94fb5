import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MIN_NODE_VERSION, unsupportedRuntime } from '../../src/program/runtime.js';
import { VERSION } from '../../src/program/version.js';

const PACKAGE = new URL('../../package.json', import.meta.url);

test('versions match package.json', () => {
  const { version, engines } = JSON.parse(readFileSync(PACKAGE, 'utf8'));
  expect(VERSION).toBe(version);
  expect(engines.node).toBe(`>=${MIN_NODE_VERSION}`);
});

test.each([
  ['22.19.0', false],
  ['22.20.1', false],
  ['24.0.0', false],
  ['100.1.0', false],
  ['22.18.9', true],
  ['20.20.2', true],
  ['9.0.0', true],
])('Node %s is unsupported: %s', (version, isOld) => {
  expect(unsupportedRuntime({ node: version }) !== undefined).toBe(isOld);
});

test('Bun is unsupported', () => {
  expect(unsupportedRuntime({ node: '26.3.0', bun: '1.4.5' })).toBe('repkit: Requires Node 22.19 or later; this is Bun 1.4.5.');
});

test('an old Node is reported in one sentence', () => {
  const pretend = 'Object.defineProperty(process,"versions",{value:{...process.versions,node:"20.1.0"}})';
  const bin = new URL('../../dist/bin.js', import.meta.url).pathname;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, bin, '--version'],
    { encoding: 'utf8' },
  );
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toBe('repkit: Requires Node 22.19 or later; this is Node 20.1.0.\n');
});
