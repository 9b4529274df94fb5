/** Time and memory for hostile inputs, each in a separate process. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FirstFigures, FurtherFigures } from './hostile-child.js';
import type { HostileInput } from './hostile-inputs.js';

/** The outcome of a run. `first` and `further` are missing if it ended before those stages. */
export interface HostileOutcome {
  readonly ended: 'done' | 'timed-out' | 'died';
  readonly first?: FirstFigures;
  readonly further?: FurtherFigures;
}

export interface HostileOptions {
  /** Time limit for parsing with the first check, and again for all further checks. */
  readonly limitMs: number;
  /** Number of runs; the minimum is reported. */
  readonly repeats: number;
}

const CHILD = fileURLToPath(new URL('./hostile-child.js', import.meta.url));

function runOnce(args: readonly string[], limitMs: number): Promise<HostileOutcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--expose-gc', '--max-old-space-size=1024', CHILD, ...args], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let printed = '';
    let timedOut = false;
    let timer: NodeJS.Timeout | undefined;
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk;
      clearTimeout(timer);
      timer = setTimeout(() => {
        timedOut = true;
        child.kill('SIGKILL');
      }, limitMs);
    });
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      const [, first, further] = printed.split('\n');
      resolve({
        ended: code === 0 ? 'done' : timedOut ? 'timed-out' : 'died',
        ...(first ? { first: JSON.parse(first) as FirstFigures } : {}),
        ...(further ? { further: JSON.parse(further) as FurtherFigures } : {}),
      });
    });
  });
}

/**
 * Returns the minimum of each figure over several runs, which is least disturbed by other load on the machine: the
 * target is a time, not a ratio. If a run did not finish, returns the first such run.
 */
function minimumOf(outcomes: readonly HostileOutcome[]): HostileOutcome {
  const unfinished = outcomes.find(({ ended }) => ended !== 'done');
  if (unfinished !== undefined) return unfinished;
  const minimum = (figure: (outcome: HostileOutcome) => number | undefined): number =>
    Math.min(...outcomes.map((outcome) => figure(outcome) ?? Number.NaN));
  return {
    ended: 'done',
    first: { firstMs: minimum(({ first }) => first?.firstMs) },
    further: {
      slowestMs: minimum(({ further }) => further?.slowestMs),
      memoryBytes: minimum(({ further }) => further?.memoryBytes),
    },
  };
}

/** Runs contenders, given by name, against one input. */
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
      while (runs.length < repeats && runs.at(-1)?.ended !== 'timed-out') {
        runs.push(await runOnce([contender, bodyFile, urlsFile], limitMs));
      }
      outcomes.set(contender, minimumOf(runs));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return outcomes;
}
