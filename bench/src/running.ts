/** A process that runs until it is stopped. */
import { spawn } from 'node:child_process';

export interface Running {
  readonly pid: number;
  /** What the process said when it was ready. */
  readonly found: string;
  end(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/** Resolves when what the process says holds `ready`. Rejects where it ends before, and where it cannot be run. */
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
    let said = '';
    const hear = (chunk: Buffer): void => {
      said += chunk;
      const match = ready.exec(said)?.[0];
      if (match !== undefined) {
        resolve(match);
        said = '';
      }
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('error', () => reject(new Error(`${program} cannot be run: install it.`)));
    child.once('close', () => reject(new Error(`${program} has ended: ${said}`)));
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
