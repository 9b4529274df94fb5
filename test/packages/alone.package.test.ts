/** The client and the command as published, each installed alone: their size, and what works without other packages. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readJson, toolPath } from '../../scripts/lib/commands.mjs';
import { entryPoints, importing, install, oldestNode, outputOf, packed, program, STRICT, THIS_NODE } from './support/packed.js';

/** Files occupy whole disk blocks. */
const DISK_BLOCK = 4096;

/** If a change needs a higher limit, raise it in the same commit. */
function expectSize(folder: string, limit: { readonly packages: number; readonly mebibytes: number }): void {
  const modules = join(folder, 'node_modules');
  const blocks = readdirSync(modules, { recursive: true, encoding: 'utf8' })
    .map((path) => statSync(join(modules, path)))
    .filter((file) => file.isFile())
    .reduce((sum, { size }) => sum + Math.ceil(size / DISK_BLOCK), 0);
  const packages = Object.keys(readJson(join(modules, '.package-lock.json')).packages).length;
  expect(packages).toBeLessThanOrEqual(limit.packages);
  expect((blocks * DISK_BLOCK) / 2 ** 20).toBeLessThanOrEqual(limit.mebibytes);
}

describe('the client', () => {
  const CLIENT = packed('@repkit/client');
  let folder: string;

  beforeAll(() => {
    // A library of a hook would exceed the number of packages.
    folder = install('client-alone', [CLIENT, packed('@repkit/core')]);
  });

  test('installs at most 15 packages and 12 MiB', () => expectSize(folder, { packages: 15, mebibytes: 12 }));

  test('loads in the oldest Node without the libraries of hooks', () => {
    outputOf(oldestNode(CLIENT.name), [program(folder, 'loads.mjs', importing(entryPoints([CLIENT])))]);
  });

  test('has types that compile without them', () => {
    // Users of the Redis store install ioredis themselves and pass an instance.
    const specifiers = entryPoints([CLIENT]).filter((name) => !name.endsWith('/redis'));
    outputOf(THIS_NODE, [toolPath('typescript', 'tsc'), ...STRICT, program(folder, 'compiles.ts', importing(specifiers))]);
  });
});

describe('the command', () => {
  let folder: string;

  beforeAll(() => {
    folder = install('command-alone', ['repkit', '@repkit/client', '@repkit/core'].map(packed));
  });

  test('installs at most 25 packages and 20 MiB', () => expectSize(folder, { packages: 25, mebibytes: 20 }));

  test('serves, and includes the web tester', async () => {
    const args = [join(folder, 'node_modules/.bin/repkit'), 'serve', '--port=0', '--store=memory'];
    const service = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    onTestFinished(async () => {
      service.kill();
      await once(service, 'exit');
    });
    let output = '';
    for await (const chunk of service.stderr) {
      output += chunk;
      if (output.includes('Ctrl-C')) break;
    }
    const [url = `no URL in ${output}`] = /http:\/\/\S+/.exec(output) ?? [];
    const page = await (await fetch(url)).text();
    const [script = 'none'] = /assets\/[^"]+\.js/.exec(page) ?? [];
    const responses = await Promise.all([
      fetch(new URL(script, url)),
      fetch(new URL('docs', url)),
      // An analysis runs in a thread.
      fetch(new URL('v1/lint', url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ robotsTxt: 'Disalow: /' }),
      }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});
