/** The programs that tests run beside Node: where they are, and how they come. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { SetupError } from './commands.mjs';

/**
 * Debian's package by the program that it brings. pyftpdlib is a module of Debian's own Python.
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
  'systemd-analyze': 'systemd',
  vsftpd: 'vsftpd',
  wrk: 'wrk',
  zsh: 'zsh',
  '/usr/lib/python3/dist-packages/pyftpdlib': 'python3-pyftpdlib',
};

/** Where Debian keeps servers; the PATH of a user does not look there. */
const MORE_FOLDERS = ['/usr/sbin', '/sbin', '/usr/local/sbin', '/usr/bin', '/opt/homebrew/bin'];

/**
 * The environment variable CHROMIUM names another Chromium than that of the system.
 *
 * @param {string} program
 * @returns {string | undefined} its path; undefined where it is not installed
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
 * Names the programs that are missing and the command that installs them; the tests that need them are skipped, or fail in
 * CI. On Debian and its derivatives, as root, it installs them itself, but only if it may: a developer's machine is not its
 * own.
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
  throw new SetupError(`"apt-get ${args[0]}" failed; what it says is above.`);
}
