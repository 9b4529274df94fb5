import { execFile } from 'node:child_process';
import type { GitResult } from '../../src/program/io.js';

/** Runs the real git. */
export async function git(args: readonly string[], cwd: string, input = ''): Promise<GitResult> {
  return await new Promise((resolve) => {
    const child = execFile('git', args, { cwd, encoding: 'buffer' }, (error, stdout, stderr) => {
      resolve({ exitCode: Number(error?.code ?? 0), stdout, stderr: stderr.toString() });
    });
    child.stdin?.on('error', () => {}).end(input);
  });
}
