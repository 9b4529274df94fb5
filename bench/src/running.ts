/** Starts processes that run until they are stopped. */
import { spawn } from 'node:child_process';

export interface Running {
  readonly pid: number;
  /** The part of the output that matched `ready`. */
  readonly found: string;
  end(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/**
 * Starts a process and resolves when its output matches `ready`. With `stalls`, nobody reads its output from then on. Rejects
 * if it exits earlier or cannot be started.
 */
export async function startProcess(
  program: string,
  args: readonly string[],
  ready: RegExp,
  output: 'read' | 'stalls' = 'read',
): Promise<Running> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<void>((resolve) => {
    // Not `close`, which waits until the output has been read.
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const found = await new Promise<string>((resolve, reject) => {
    let text = '';
    const onOutput = (chunk: Buffer): void => {
      text += chunk;
      const match = ready.exec(text)?.[0];
      if (match !== undefined) {
        resolve(match);
        text = '';
      }
    };
    child.stdout.on('data', onOutput);
    child.stderr.on('data', onOutput);
    child.once('error', () => reject(new Error(`Cannot run ${program}. Is it installed?`)));
    child.once('close', () => reject(new Error(`${program} exited before it was ready: ${text}`)));
  });
  if (output === 'stalls') for (const stream of [child.stdout, child.stderr]) stream.pause();
  return {
    pid: child.pid ?? 0,
    found,
    async end(signal = 'SIGTERM') {
      child.kill(signal);
      await ended;
    },
  };
}
