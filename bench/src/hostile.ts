/** Time and memory for hostile inputs, each in a separate process. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inTemporaryFolder } from './command.ts';
import { OTHER_LIBRARIES, REFERENCE, REPKIT } from './contenders.ts';
import type { FirstFigures, FurtherFigures } from './hostile-child.ts';
import { HOSTILE_INPUTS, makeHostileInput } from './hostile-inputs.ts';
import { type Part, printTable } from './part.ts';

/** How a process ended, with the figures of the stages that it completed. */
interface HostileOutcome extends Partial<FirstFigures & FurtherFigures> {
  readonly ended: 'done' | 'timed-out' | 'died';
}

const CHILD = fileURLToPath(new URL('./hostile-child.ts', import.meta.url));

/**
 * Runs a contender against an input, both given by name.
 *
 * @param limitMs time for parsing with the first check, and again for all further checks
 */
export function measureHostile(input: string, contender: string, limitMs: number): Promise<HostileOutcome> {
  return inTemporaryFolder(async (folder) => {
    // The process reads files, because making the input there would leave free memory, which its peak would not count.
    const [bodyFile, urlsFile] = [join(folder, 'body'), join(folder, 'urls')];
    const { body, urls } = makeHostileInput(input);
    writeFileSync(bodyFile, body);
    writeFileSync(urlsFile, urls.join('\n'));
    const execArgv = ['--expose-gc', '--max-old-space-size=1024'];
    const child = fork(CHILD, [contender, bodyFile, urlsFile], { execArgv, stdio: 'ignore' });
    let figures: Partial<FirstFigures & FurtherFigures> = {};
    let timer: NodeJS.Timeout | undefined;
    child.on('message', (stage: Partial<FirstFigures & FurtherFigures>) => {
      figures = { ...figures, ...stage };
      clearTimeout(timer);
      timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
    });
    const [code] = await once(child, 'close');
    clearTimeout(timer);
    if (code === 0) return { ended: 'done', ...figures };
    return { ended: child.killed ? 'timed-out' : 'died', ...figures };
  });
}

const OTHER_LIMIT_MS = 2_000;
const OWN_LIMIT_MS = 10_000;

/** Returns the slowest check of a run. */
function slowestOf({ ended, firstMs = Infinity, slowestMs = Infinity }: HostileOutcome): number {
  return ended === 'done' ? Math.max(firstMs, slowestMs) : Infinity;
}

/** Returns the fastest of several runs of repkit: its target is a time, for which other load on the machine must not count. */
async function measureRepkit(input: string, runs: number): Promise<HostileOutcome> {
  const outcomes: HostileOutcome[] = [];
  while (outcomes.length < runs) outcomes.push(await measureHostile(input, REPKIT.name, OWN_LIMIT_MS));
  return outcomes.reduce((fastest, outcome) => (slowestOf(outcome) < slowestOf(fastest) ? outcome : fastest));
}

const mebibytes = (bytes: number): number => bytes / 1024 / 1024;

function textOf({ ended, firstMs, slowestMs, memoryBytes }: HostileOutcome): string {
  if (firstMs === undefined) return ended;
  const first = firstMs.toFixed(1);
  if (slowestMs === undefined || memoryBytes === undefined) return `${first} ms / ${ended}`;
  return `${first} / ${slowestMs.toFixed(1)} ms, ${mebibytes(memoryBytes).toFixed(1)} MiB`;
}

export const reportHostile: Part = async ({ quick }) => {
  const others = quick ? [REFERENCE] : OTHER_LIBRARIES.map(({ name }) => name);
  const rows: string[][] = [];
  let slowest = 0;
  let largest = 0;
  for (const { name, judged } of HOSTILE_INPUTS) {
    const ours = await measureRepkit(name, quick ? 1 : 3);
    const row = [name, textOf(ours)];
    for (const other of others) row.push(textOf(await measureHostile(name, other, OTHER_LIMIT_MS)));
    rows.push(row);
    if (judged === false) continue;
    slowest = Math.max(slowest, slowestOf(ours));
    largest = Math.max(largest, mebibytes(ours.memoryBytes ?? Infinity));
  }
  printTable([['parse + first check / slowest of 20 more', REPKIT.name, ...others], ...rows]);
  return { 'slowest hostile file or URL': slowest, 'memory of a hostile file or URL': largest };
};
