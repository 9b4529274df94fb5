/** Many origins and fetches must not leave growing resources. Measured in a separate process. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { Leaks } from '../support/leak-child.js';
import { RULES } from '../support/proof.js';
import { respond, startRawServer } from '../support/raw-server.js';

/** Measured: 1.2 MiB. 50 bytes per origin would exceed it. */
const LIMIT_OF_GROWTH = 3 * 2 ** 20;

/** Of each field, a short part is cached. */
const LONG_FIELDS = [
  `Content-Type: text/plain; charset=an-unknown-charset; a=${'a'.repeat(12_000)}`,
  `Cache-Control: max-age=86400000000000, a=${'a'.repeat(12_000)}`,
  `Age: ${'0'.repeat(12_000)}`,
  `Expires: ${'a'.repeat(12_000)}`,
];

/** Each origin takes about 0.2 ms of CPU time on a possibly shared processor. */
const MINUTES = 300_000;

const file = (name: string) => new URL(`../support/${name}.ts`, import.meta.url);

test('50,000 origins and 1,600 real hosts in bounded memory; no leaked socket, timer, or listener after 300 fetches', {
  timeout: MINUTES,
}, async () => {
  const fine = await startRawServer((socket) => respond(socket, 200, [], RULES));
  const lost = await startRawServer((socket) => socket.resetAndDestroy());
  const silent = await startRawServer(() => {});
  const wordy = await startRawServer((socket) => respond(socket, 200, LONG_FIELDS, RULES));
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...['--expose-gc', '--import', file('import-sources').href, fileURLToPath(file('leak-child'))],
    ...[fine, lost, silent, wordy].map(({ origin }) => origin),
  ]);
  const leaks: Leaks = JSON.parse(stdout);
  for (const [name, [before, after]] of Object.entries(leaks.heap)) {
    expect(after - before, name).toBeLessThan(LIMIT_OF_GROWTH);
  }
  const [atStart] = leaks.resources;
  expect(leaks.resources).toEqual([atStart, atStart, atStart]);
  expect(leaks.warnings).toEqual([]);
  expect(leaks.fetches).toBe(300);
});
