/** Runs the command and times whole runs of it. */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from './statistics.ts';

export const COMMAND = fileURLToPath(new URL('./dist/bin.js', import.meta.resolve('repkit/package.json')));

/**
 * Returns the median seconds of each command. Alternates between commands, so that a slowdown of the machine affects all of them.
 *
 * @param folder for their output
 */
export function medians(times: number, folder: string, ...commands: readonly (readonly string[])[]): number[] {
  const turns = Array.from({ length: times }, () => commands.map((args) => seconds(args, join(folder, 'output'))));
  return commands.map((_, command) => median(turns.map((turn) => turn[command])));
}

/** Returns the seconds that Node takes with these arguments. Throws if it fails, because failures are fast. */
export function seconds(args: readonly string[], output: string): number {
  const file = openSync(output, 'w');
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { stdio: ['ignore', file, 'pipe'] });
  const took = (performance.now() - start) / 1000;
  closeSync(file);
  // `check` exits with 1 if a URL is disallowed.
  if (status === 0 || (status === 1 && readFileSync(output, 'utf8').startsWith('disallowed'))) {
    return took;
  }
  throw new Error(`${args.join(' ')} exited with ${status}: ${stderr}`);
}

/** Calls a function with a temporary folder, which is deleted afterwards. */
export async function inTemporaryFolder<T>(use: (folder: string) => T | Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'repkit-bench-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
