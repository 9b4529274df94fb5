/** The command as installed by the image or on a machine: world-readable and read-only. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The user `nobody` on most systems. Undefined if the tests do not run as root and thus have no privileges. */
const NOBODY = process.getuid?.() === 0 ? 65_534 : undefined;

export interface Assembled {
  /** The folder that corresponds to /app in the image. */
  readonly app: string;
  /** A Node that any user may run. */
  readonly node: string;
  /** Creates another folder, which the process may write to. */
  writable(name: string): string;
  /** Starts a command without privileges, with only these environment variables. */
  start(command: readonly string[], env?: Readonly<Record<string, string>>): Started;
  remove(): void;
}

export interface Started {
  readonly process: ChildProcess;
  /** Standard output and standard error so far. */
  output(): string;
  readonly exitCode: Promise<number | null>;
}

export function assemble(): Assembled {
  const folder = mkdtempSync(join(tmpdir(), 'repkit-deploy-'));
  chmodSync(folder, 0o755);
  const app = join(folder, 'app');
  execFileSync(process.execPath, [join(ROOT, 'scripts/assemble.mjs'), app], { cwd: ROOT });
  execFileSync('chmod', ['-R', 'a+rX,a-w', app]);
  const node = join(folder, 'node');
  copyFileSync(process.execPath, node);
  chmodSync(node, 0o755);
  return {
    app,
    node,
    writable(name) {
      const path = join(folder, name);
      mkdirSync(path, { recursive: true });
      chmodSync(path, 0o777);
      return path;
    },
    start([program = '', ...args], env = {}) {
      const child = spawn(program, args, {
        cwd: '/',
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
        ...(NOBODY === undefined ? {} : { uid: NOBODY, gid: NOBODY }),
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk: Buffer) => {
          output += chunk;
        });
      }
      const exitCode = new Promise<number | null>((resolve) => child.once('close', resolve));
      return { process: child, output: () => output, exitCode };
    },
    remove() {
      execFileSync('chmod', ['-R', 'u+w', app]);
      rmSync(folder, { recursive: true });
    },
  };
}
