/** Starts processes that run until they are stopped. */
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const COMMAND = fileURLToPath(new URL('../../packages/cli/dist/bin.js', import.meta.url));
const UNIT = new URL('../../deploy/repkit.service', import.meta.url);

export interface Running {
  readonly pid: number;
  /** The part of the output that matched `ready`. */
  readonly found: string;
  /** What it has written and was read. */
  output(): string;
  /** Sends a signal and resolves to the exit code; null if the signal itself ended the process. */
  end(signal?: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

/**
 * What happens to the output of a process: it is read; nobody reads it once the process is ready; its reader has gone by then;
 * standard output goes to a full disk.
 */
export type Output = 'read' | 'stalls' | 'gone' | 'full';

/** Starts a process and resolves when its output matches `ready`. Rejects if it exits earlier or cannot be started. */
export async function startProcess(
  program: string,
  args: readonly string[],
  ready: RegExp,
  output: Output = 'read',
): Promise<Running> {
  const full = output === 'full' ? openSync('/dev/full', 'w') : undefined;
  const child = spawn(program, args, { stdio: ['ignore', full ?? 'pipe', 'pipe'] });
  if (full !== undefined) closeSync(full);
  const outputs = [child.stdout, child.stderr].filter((stream) => stream !== null);
  const ended = new Promise<number | null>((resolve) => {
    // Not `close`, which waits until the output has been read.
    child.once('exit', resolve);
    child.once('error', () => resolve(null));
  });
  let text = '';
  let isReady = false;
  const found = await new Promise<string>((resolve, reject) => {
    const onOutput = (chunk: Buffer): void => {
      text += chunk;
      const match = isReady ? undefined : ready.exec(text)?.[0];
      if (match === undefined) return;
      isReady = true;
      resolve(match);
    };
    for (const stream of outputs) stream.on('data', onOutput);
    child.once('error', () => reject(new Error(`Cannot run ${program}. Is it installed?`)));
    child.once('close', () => reject(new Error(`${program} exited before it was ready: ${text}`)));
  });
  for (const stream of outputs) {
    if (output === 'stalls') stream.pause();
    if (output === 'gone') stream.destroy();
  }
  return {
    pid: child.pid ?? 0,
    found,
    output: () => text,
    async end(signal = 'SIGTERM') {
      child.kill(signal);
      return await ended;
    },
  };
}

/**
 * Starts the service with the environment of its deployment, on a free port.
 * @param options options of the command
 * @param nodeOptions those of Node.js
 */
export function startService(
  options: readonly string[],
  output?: Output,
  nodeOptions: readonly string[] = [],
): Promise<Running> {
  const [, environment = ''] = /^Environment=(.*)$/m.exec(readFileSync(UNIT, 'utf8')) ?? [];
  const command = [process.execPath, ...nodeOptions, COMMAND, 'serve', '--port', '0'];
  return startProcess(
    'env',
    [...environment.split(' '), ...command, '--allow', '127.0.0.0/8', ...options],
    /http:\/\/\S+(?=\/ )/,
    output,
  );
}
