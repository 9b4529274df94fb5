/** The real servers that tests run: where they are, and what to do where they are not. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, type SuiteFactory } from 'vitest';

/** Debian's package by the program it brings. */
const PACKAGES = {
  dnsmasq: 'dnsmasq-base',
  nginx: 'nginx',
  openssl: 'openssl',
  'redis-server': 'redis-server',
  vsftpd: 'vsftpd',
  /** pyftpdlib is a module of Debian's own Python. */
  '/usr/lib/python3/dist-packages/pyftpdlib': 'python3-pyftpdlib',
} as const;

export type Program = keyof typeof PACKAGES;

/** Debian keeps servers where the PATH of a user does not look. */
const MORE_FOLDERS = ['/usr/sbin', '/sbin', '/usr/local/sbin', '/opt/homebrew/bin'];

/** The path of a program; undefined where it is not installed. */
function find(program: Program): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...MORE_FOLDERS];
  const paths = program.startsWith('/')
    ? [program]
    : folders.map((folder) => join(folder, program));
  return paths.find((path) => existsSync(path));
}

/** The path of a program that a test needs. Throws a sentence that says how to get it. */
export function programPath(program: Program): string {
  const path = find(program);
  if (path !== undefined) return path;
  throw new Error(`${program} is not installed: apt-get install ${PACKAGES[program]}.`);
}

/** A suite that needs programs. Without them it is skipped with a notice; in CI that is a failure. */
export function describeWith(programs: readonly Program[], name: string, body: SuiteFactory): void {
  const missing = programs.filter((program) => find(program) === undefined);
  const isSkipped = missing.length > 0 && process.env.CI === undefined;
  if (isSkipped) {
    const packages = missing.map((program) => PACKAGES[program]).join(' ');
    console.warn(`skipped: "${name}" needs ${missing.join(', ')}: apt-get install ${packages}`);
  }
  describe.skipIf(isSkipped)(name, body);
}
