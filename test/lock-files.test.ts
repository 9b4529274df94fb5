/** npm must install from whichever registry a user has set, so the lock files name no download URLs. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const LOCK_FILES = globSync('{,docs/,scripts/*/}package-lock.json', { cwd: ROOT });

test('there are four lock files', () => {
  expect(LOCK_FILES).toHaveLength(4);
});

test.each(LOCK_FILES)('%s has no download URLs: run "npm install" in its folder, where .npmrc leaves them out', (path) => {
  const urls = readFileSync(new URL(`../${path}`, import.meta.url), 'utf8').match(/"resolved": "http.*/g);
  expect(urls).toBe(null);
});
