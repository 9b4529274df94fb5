import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MIN_NODE_VERSION, unsupportedRuntime } from '../src/runtime.js';

test('the version equals engines in package.json', () => {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  expect(JSON.parse(manifest).engines.node).toBe(`>=${MIN_NODE_VERSION}`);
});

test.each([
  [{ node: '22.19.0' }, undefined],
  [{ node: '24.0.0' }, undefined],
  [{ node: '100.1.0' }, undefined],
  [{ node: '22.18.9' }, '@repkit/client requires Node 22.19 or later; this is Node 22.18.9.'],
  [{ node: '9.20.0' }, '@repkit/client requires Node 22.19 or later; this is Node 9.20.0.'],
  [{ node: '26.3.0', bun: '1.4.5' }, '@repkit/client requires Node 22.19 or later; this is Bun 1.4.5.'],
])('%j: %j', (versions, expected) => {
  expect(unsupportedRuntime(versions)).toBe(expected);
});
