/** The service as `npm start` runs it: a process of its own, which serves the built pages. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const COMMAND = fileURLToPath(new URL('../../../cli/dist/bin.js', import.meta.url));
const CLOCK = new URL('./moved-clock.ts', import.meta.url).href;

export interface RunningService {
  readonly origin: string;
  /** Lets so many milliseconds pass, as far as the service can tell. */
  letPass(ms: number): Promise<void>;
  stop(): Promise<void>;
}

/** It may reach the sites at 127.0.0.1, and else no address that is not public. */
export async function startService(): Promise<RunningService> {
  const child = spawn(
    process.execPath,
    [
      ...['--import', CLOCK, COMMAND, 'serve', '--port', '0'],
      ...['--store', 'memory', '--allow', '127.0.0.1'],
    ],
    { env: { ...process.env, NO_PROXY: '*' }, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] },
  );
  const exited = once(child, 'exit');
  let said = '';
  const origin = await new Promise<string>((resolve, reject) => {
    child.stderr?.on('data', (bytes: Buffer) => {
      said += bytes;
      const found = /Listening on (http:\S+)\//.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`The service has ended: ${said}`)));
  });
  return {
    origin,
    async letPass(ms) {
      child.send(ms);
      await once(child, 'message');
    },
    async stop() {
      // It would wait for what it has asked sites.
      child.kill('SIGKILL');
      await exited;
    },
  };
}
