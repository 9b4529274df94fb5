/** Finds and installs the programs that tests need in addition to Node. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { SetupError } from './commands.mjs';

/**
 * Debian packages by program. dask, distributed, protego and pyftpdlib are modules of Debian's Python.
 *
 * @type {Record<string, string>}
 */
const SYSTEM_PROGRAMS = {
  chromium: 'chromium-headless-shell',
  curl: 'curl',
  'firefox-esr': 'firefox-esr',
  fish: 'fish',
  groff: 'groff-base',
  mandoc: 'mandoc',
  nginx: 'nginx',
  openssl: 'openssl',
  'redis-server': 'redis-server',
  'systemd-analyze': 'systemd',
  vsftpd: 'vsftpd',
  WebKitWebDriver: 'webkit2gtk-driver',
  Xvfb: 'xvfb',
  zsh: 'zsh',
  '/usr/bin/python3': 'python3',
  '/usr/lib/python3/dist-packages/protego.py': 'python3-protego',
  '/usr/lib/python3/dist-packages/pyftpdlib': 'python3-pyftpdlib',
};

/** @type {Record<string, string>} */
const ENGINE_PROGRAMS = {
  parallel: 'parallel',
  'redis-server': 'redis-server',
  sshd: 'openssh-server',
  '/usr/bin/python3': 'python3',
  '/usr/lib/python3/dist-packages/dask': 'python3-dask',
  '/usr/lib/python3/dist-packages/distributed': 'python3-distributed',
};

/**
 * Programs that a tier of tests needs in addition to Node.
 *
 * @public replaced by a test
 * @type {Record<string, Record<string, string>>}
 */
export const PROGRAMS_OF_TIER = {
  system: SYSTEM_PROGRAMS,
  engines: ENGINE_PROGRAMS,
};

/** Debian packages of all programs that tests use. */
export const PROGRAMS = { ...SYSTEM_PROGRAMS, ...ENGINE_PROGRAMS };

/** Debian's folder for servers, which is not in a user's PATH. */
const MORE_FOLDERS = ['/usr/sbin', '/sbin', '/usr/local/sbin', '/usr/bin', '/opt/homebrew/bin'];

/** Debian's Chromium without windows, which takes three quarters of the processor time of the other one. */
const HEADLESS_CHROMIUM = '/usr/lib/chromium/chromium-headless-shell';

/**
 * Finds a program. For Chromium, the environment variable CHROMIUM comes first, then the one without windows.
 *
 * @param {string} program
 * @returns {string | undefined} its path; undefined if it is not installed
 */
export function findProgram(program) {
  if (program === 'chromium') {
    if (process.env.CHROMIUM) return process.env.CHROMIUM;
    if (existsSync(HEADLESS_CHROMIUM)) return HEADLESS_CHROMIUM;
  }
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...MORE_FOLDERS];
  const paths = program.startsWith('/') ? [program] : folders.map((folder) => join(folder, program));
  return paths.find((path) => existsSync(path));
}

/**
 * Returns the programs of tiers that are missing, with the command that installs them as the last line, or undefined if there are
 * none.
 *
 * @param {readonly string[]} tiers
 */
export function missingPrograms(tiers) {
  const missing = missingOf(tiers);
  if (missing.length === 0) return undefined;
  const command = installCommand(missing).join(' ');
  return (
    `Not found: ${missing.map(([program]) => program).join(', ')}, so the tests that need them were skipped. To install them, run:\n` +
    `${process.getuid?.() === 0 ? '' : 'sudo '}apt-get ${command}`
  );
}

/**
 * Installs the missing programs of tiers, as root on Debian and its derivatives. Does nothing elsewhere.
 *
 * @param {readonly string[]} tiers
 */
export function installPrograms(tiers) {
  const missing = missingOf(tiers);
  const isPossible = process.getuid?.() === 0 && findProgram('apt-get') !== undefined;
  if (missing.length === 0 || !isPossible) return;
  const command = installCommand(missing);
  process.stderr.write(`repkit: apt-get ${command.join(' ')} (once) …\n`);
  aptGet(['update']);
  aptGet(['--yes', ...command]);
}

/** @param {readonly string[]} tiers */
function missingOf(tiers) {
  const programs = Object.fromEntries(tiers.flatMap((tier) => Object.entries(PROGRAMS_OF_TIER[tier] ?? {})));
  return Object.entries(programs).filter(([program]) => findProgram(program) === undefined);
}

/** @param {readonly [program: string, packageName: string][]} missing */
function installCommand(missing) {
  return ['install', '--no-install-recommends', ...missing.map(([, packageName]) => packageName)];
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
