/** Checkouts as in a workflow, and an `npx` that runs the locally built command. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const BIN = fileURLToPath(new URL('../../packages/cli/dist/bin.js', import.meta.url));
const PACKAGE = new URL('../../packages/cli/package.json', import.meta.url);

/** The version of the locally built command. */
export const { version: VERSION }: { version: string } = JSON.parse(readFileSync(PACKAGE, 'utf8'));

export type Files = Readonly<Record<string, string>>;

export interface Checkout {
  readonly folder: string;
  /** The commit of the first files. */
  readonly base: string;
}

/** The result of running a program. */
export interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'repkit-action-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function git(folder: string, ...args: readonly string[]): string {
  const who = ['-c', 'user.name=Tester', '-c', 'user.email=tester@example.com'];
  return execFileSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8' }).trim();
}

function commit(folder: string, files: Files): string {
  git(folder, 'rm', '--quiet', '-r', '--ignore-unmatch', '.');
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--no-gpg-sign', '--allow-empty', '--message', 'robots.txt');
  return git(folder, 'rev-parse', 'HEAD');
}

/** Commits `before`, then `after`, and returns a clone of depth 1, as made by actions/checkout. */
export function checkoutOf(before: Files, after: Files): Checkout {
  const origin = temporaryFolder();
  git(origin, 'init', '--quiet');
  // GitHub allows this too.
  git(origin, 'config', 'uploadpack.allowAnySHA1InWant', 'true');
  const base = commit(origin, before);
  commit(origin, after);
  const folder = temporaryFolder();
  git(folder, 'clone', '--quiet', '--depth=1', `file://${origin}`, '.');
  return { folder, base };
}

/** Runs a program in a folder. `npx --yes repkit@VERSION` runs the locally built command. */
export function runIn(folder: string, [program = '', ...args]: readonly string[], env: Files = {}): Ended {
  const bin = temporaryFolder();
  const npx =
    `#!/bin/sh\n[ "$1 $2" = "--yes repkit@${VERSION}" ] || exit 99\nshift 2\n` + `exec "${process.execPath}" "${BIN}" "$@"\n`;
  writeFileSync(join(bin, 'npx'), npx, { mode: 0o755 });
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...env, PATH: `${bin}${delimiter}${process.env.PATH}` },
  });
  return { status, out: stdout, err: stderr };
}
