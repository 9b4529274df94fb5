/** Target 3: time and memory for hostile inputs, each in a separate process. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FirstFigures, FurtherFigures } from './hostile-child.js';
import type { HostileInput } from './hostile-inputs.js';

/** What became of a run. `first` and `further` are there as far as it came. */
export interface HostileOutcome {
  readonly ended: 'done' | 'over-time' | 'died';
  readonly first?: FirstFigures;
  readonly further?: FurtherFigures;
}

export interface HostileOptions {
  /** How long the parse with its first verdict may take, and then all the further verdicts. */
  readonly limitMs: number;
  /** The least of so many runs is reported. */
  readonly repeats: number;
}

const CHILD = fileURLToPath(new URL('./hostile-child.js', import.meta.url));

function runOnce(args: readonly string[], limitMs: number): Promise<HostileOutcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      ['--expose-gc', '--max-old-space-size=1024', CHILD, ...args],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    let printed = '';
    let overTime = false;
    let timer: NodeJS.Timeout | undefined;
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk;
      clearTimeout(timer);
      timer = setTimeout(() => {
        overTime = true;
        child.kill('SIGKILL');
      }, limitMs);
    });
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      const [, first, further] = printed.split('\n');
      resolve({
        ended: code === 0 ? 'done' : overTime ? 'over-time' : 'died',
        ...(first ? { first: JSON.parse(first) as FirstFigures } : {}),
        ...(further ? { further: JSON.parse(further) as FurtherFigures } : {}),
      });
    });
  });
}

/**
 * The least of several runs, figure by figure: the one that the rest of the machine disturbed least, since
 * the target is a time, not a ratio. The first run that came to no end stands for all.
 */
export function leastOf(outcomes: readonly HostileOutcome[]): HostileOutcome {
  const stopped = outcomes.find(({ ended }) => ended !== 'done');
  if (stopped !== undefined) return stopped;
  const least = (figure: (outcome: HostileOutcome) => number | undefined): number =>
    Math.min(...outcomes.map((outcome) => figure(outcome) ?? Number.NaN));
  return {
    ended: 'done',
    first: {
      firstMs: least(({ first }) => first?.firstMs),
      firstCpuMs: least(({ first }) => first?.firstCpuMs),
    },
    further: {
      slowestMs: least(({ further }) => further?.slowestMs),
      memoryBytes: least(({ further }) => further?.memoryBytes),
    },
  };
}

/** The contenders by name against one input. */
export async function measureHostile(
  input: HostileInput,
  contenders: readonly string[],
  options: (contender: string) => HostileOptions,
): Promise<Map<string, HostileOutcome>> {
  const folder = mkdtempSync(join(tmpdir(), 'repkit-bench-'));
  const outcomes = new Map<string, HostileOutcome>();
  try {
    const bodyFile = join(folder, 'body');
    const urlsFile = join(folder, 'urls');
    writeFileSync(bodyFile, input.body);
    writeFileSync(urlsFile, input.urls.join('\n'));
    for (const contender of contenders) {
      const { limitMs, repeats } = options(contender);
      const runs: HostileOutcome[] = [];
      while (runs.length < repeats && runs.at(-1)?.ended !== 'over-time') {
        runs.push(await runOnce([contender, bodyFile, urlsFile], limitMs));
      }
      outcomes.set(contender, leastOf(runs));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return outcomes;
}
