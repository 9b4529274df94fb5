import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary.js';

const BIN = fileURLToPath(new URL('../dist/bin.js', import.meta.url));

test('the compile cache covers everything except the entry point', () => {
  const folder = temporaryFolder();
  const env = { ...process.env, NODE_COMPILE_CACHE: undefined, TMPDIR: folder };
  const loaded = spawnSync(process.execPath, [BIN, '--version'], { encoding: 'utf8', env });
  expect(loaded).toMatchObject({ status: 0, stderr: '' });
  const cache = `${folder}/node-compile-cache`;
  const [version] = readdirSync(cache);
  // bin.js and the chunks that it shares with the commands.
  expect(readdirSync(`${cache}/${version}`).length).toBeGreaterThanOrEqual(2);
});
