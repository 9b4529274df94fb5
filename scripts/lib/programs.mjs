/** Finds and installs the programs that tests need in addition to Node. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { SetupError } from './commands.mjs';

/**
 * Debian packages by program. dask, distributed, protego and pyftpdlib are modules of Debian's Python.
 *
 * @type {Readonly<Record<string, string>>}
 */
export const PROGRAMS = {
  chromium: 'chromium',
  curl: 'curl',
  fish: 'fish',
  groff: 'groff-base',
  mandoc: 'mandoc',
  nginx: 'nginx',
  openssl: 'openssl',
  parallel: 'parallel',
  'redis-server': 'redis-server',
  sshd: 'openssh-server',
  'systemd-analyze': 'systemd',
  vsftpd: 'vsftpd',
  wrk: 'wrk',
  zsh: 'zsh',
  '/usr/bin/python3': 'python3',
  '/usr/lib/python3/dist-packages/dask': 'python3-dask',
  '/usr/lib/python3/dist-packages/distributed': 'python3-distributed',
  '/usr/lib/python3/dist-packages/protego.py': 'python3-protego',
  '/usr/lib/python3/dist-packages/pyftpdlib': 'python3-pyftpdlib',
};

/** Debian's folder for servers, which is not in a user's PATH. */
const MORE_FOLDERS = ['/usr/sbin', '/sbin', '/usr/local/sbin', '/usr/bin', '/opt/homebrew/bin'];

/**
 * Finds a program. The environment variable CHROMIUM overrides the system's Chromium.
 *
 * @param {string} program
 * @returns {string | undefined} its path; undefined if it is not installed
 */
export function findProgram(program) {
  if (program === 'chromium' && process.env.CHROMIUM) return process.env.CHROMIUM;
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...MORE_FOLDERS];
  const paths = program.startsWith('/')
    ? [program]
    : folders.map((folder) => join(folder, program));
  return paths.find((path) => existsSync(path));
}

/**
 * Lists missing programs and the command that installs them. Tests that need them are skipped, or fail in CI. With
 * `mayInstall`, as root on Debian and its derivatives, it installs them.
 *
 * @param {boolean} mayInstall
 */
export function requirePrograms(mayInstall) {
  const missing = Object.keys(PROGRAMS).filter((program) => findProgram(program) === undefined);
  if (missing.length === 0) return;
  const packages = missing.map((program) => PROGRAMS[program]);
  const command = `apt-get install --no-install-recommends ${packages.join(' ')}`;
  const isRoot = process.getuid?.() === 0;
  if (!mayInstall || !isRoot || findProgram('apt-get') === undefined) {
    process.stderr.write(
      `repkit: programs that tests need are missing: ${missing.join(', ')}. To install them, run: ` +
        `${isRoot ? '' : 'sudo '}${command}\n`,
    );
    return;
  }
  process.stderr.write(`repkit: ${command} (once) …\n`);
  aptGet(['update']);
  aptGet(['install', '--yes', '--no-install-recommends', ...packages]);
}

/** @param {string[]} args */
function aptGet(args) {
  const result = spawnSync('apt-get', args, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (result.status === 0) return;
  process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? ''}`);
  throw new SetupError(`"apt-get ${args[0]}" failed; see the output above.`);
}
