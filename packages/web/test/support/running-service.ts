/** Runs the service as `npm start` does: in its own process, serving the built pages. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const COMMAND = fileURLToPath(new URL('../../../cli/dist/bin.js', import.meta.url));
const CLOCK = new URL('./moved-clock.ts', import.meta.url).href;

export interface RunningService {
  readonly origin: string;
  /** Advances the clock of the service. */
  letPass(ms: number): Promise<void>;
  stop(): Promise<void>;
}

/** 127.0.0.1 is the only private address that the service may reach. With a token, all its `/v1` paths require it. */
export async function startService(token?: string): Promise<RunningService> {
  const child = spawn(
    process.execPath,
    [...['--import', CLOCK, COMMAND, 'serve', '--port', '0'], ...['--store', 'memory', '--allow', '127.0.0.1']],
    {
      env: { ...process.env, NO_PROXY: '*', ...(token && { REPKIT_TOKEN: token }) },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    },
  );
  const exited = once(child, 'exit');
  let output = '';
  const origin = await new Promise<string>((resolve, reject) => {
    child.stderr?.on('data', (bytes: Buffer) => {
      output += bytes;
      const found = /Listening on (http:\S+)\//.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`The service exited: ${output}`)));
  });
  return {
    origin,
    async letPass(ms) {
      child.send(ms);
      await once(child, 'message');
    },
    async stop() {
      // A graceful stop would wait for requests in progress.
      child.kill('SIGKILL');
      await exited;
    },
  };
}
