/** Runs the scripts of `npm start` and `npm test` as a developer does. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const SERVE = ['--store', 'memory', '--log-level', 'silent'];

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'repkit-scripts-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

if (process.platform !== 'win32')
  describe('npm start', () => {
    test('passes options to the service, which ends with npm', async () => {
      const npm = spawn('npm', ['start', '--', '--port', '0', ...SERVE], {
        cwd: ROOT,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let output = '';
      const url = await new Promise<string>((resolve, reject) => {
        npm.stderr.on('data', (text: Buffer) => {
          output += text;
          const found = /Listening on (http:\S+)/.exec(output)?.[1];
          if (found !== undefined) resolve(found);
        });
        npm.once('close', () => reject(new Error(`npm exited early: ${output}`)));
      });
      expect((await fetch(`${url}healthz`)).status).toBe(200);
      npm.kill('SIGTERM');
      // The pipe stays open until the service has ended.
      await once(npm.stderr, 'close');
      await expect(fetch(`${url}healthz`)).rejects.toThrow();
    });

    test('if the port is in use, the suggested command works', async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      onTestFinished(() => void server.close());
      const address = server.address();
      const port = typeof address === 'object' ? String(address?.port) : '';
      const { status, stderr } = spawnSync('npm', ['start', '--', '--port', port, ...SERVE], {
        cwd: ROOT,
        encoding: 'utf8',
      });
      expect(status).toBe(2);
      expect(stderr).toContain('or run "npm start -- --port 0" to use a free port.');
    });

    test('options of repkit itself are not passed to serve', () => {
      const { stdout } = spawnSync('npm', ['start', '-s', '--', '--version'], {
        cwd: ROOT,
        encoding: 'utf8',
      });
      expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    });
  });

describe('the programs that tests need', () => {
  // PATH contains only a fake apt-get, which logs its calls.
  function runWithFakeAptGet(statement: string) {
    const folder = temporaryFolder();
    const script = `
      import { writeFileSync, chmodSync } from 'node:fs';
      import { installPrograms, missingPrograms, PROGRAMS_OF_TIER } from '${ROOT}scripts/lib/programs.mjs';
      PROGRAMS_OF_TIER.system = { 'no-such-program': 'no-such-package' };
      writeFileSync('apt-get', '#!/bin/sh\\necho "apt-get $*" >> ran\\n');
      chmodSync('apt-get', 0o755);
      process.getuid = () => 0;
      ${statement}
    `;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, PATH: `${folder}${delimiter}${dirname(process.execPath)}` },
    });
    const ran = join(folder, 'ran');
    return { stdout, ran: existsSync(ran) ? readFileSync(ran, 'utf8') : '' };
  }

  test('are named with the command that installs them', () => {
    const { stdout, ran } = runWithFakeAptGet("console.log(missingPrograms(['system']))");
    expect(stdout).toContain('Not found: no-such-program,');
    expect(stdout).toContain('apt-get install --no-install-recommends no-such-package\n');
    expect(ran).toBe('');
  });

  test('are installed by root on Debian', () => {
    const { ran } = runWithFakeAptGet("installPrograms(['system'])");
    expect(ran).toBe('apt-get update\napt-get --yes install --no-install-recommends no-such-package\n');
  });

  test('are none for unit tests', () => {
    expect(runWithFakeAptGet("console.log(missingPrograms(['unit', 'slow']))").stdout).toBe('undefined\n');
  });
});
