/** Starts processes that run until they are stopped. */
import { spawn } from 'node:child_process';

export interface Running {
  readonly pid: number;
  /** The part of the output that matched `ready`. */
  readonly found: string;
  end(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/** Starts a process and resolves when its output matches `ready`. Rejects if it exits earlier or cannot be started. */
export async function startProcess(
  program: string,
  args: readonly string[],
  ready: RegExp,
): Promise<Running> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  });
  const found = await new Promise<string>((resolve, reject) => {
    let output = '';
    const onOutput = (chunk: Buffer): void => {
      output += chunk;
      const match = ready.exec(output)?.[0];
      if (match !== undefined) {
        resolve(match);
        output = '';
      }
    };
    child.stdout.on('data', onOutput);
    child.stderr.on('data', onOutput);
    child.once('error', () => reject(new Error(`Cannot run ${program}. Is it installed?`)));
    child.once('close', () =>
      reject(new Error(`${program} exited before it was ready: ${output}`)),
    );
  });
  return {
    pid: child.pid ?? 0,
    found,
    async end(signal = 'SIGTERM') {
      child.kill(signal);
      await ended;
    },
  };
}
