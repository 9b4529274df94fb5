/**
 * One contender against one hostile input, in a process of its own that may be killed.
 * Arguments: contender, file of the body, file of the URLs (one a line).
 * Prints a line for each stage that it ends: ready; the first verdict; all the further ones.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Contender } from './contender.js';
import { makeInput, makeUrls, TOKEN } from './inputs.js';
import { PEERS } from './peers.js';
import { REPKIT, REPKIT_LINT } from './repkit.js';

/** What the second line holds, as JSON. */
export interface FirstFigures {
  /** Parse and first verdict, the first time this file is met. */
  readonly firstMs: number;
  /** The CPU time of the same, with that of the garbage collector and compiler: a busy machine does not change it much. */
  readonly firstCpuMs: number;
}

/** What the third line holds, as JSON. */
export interface FurtherFigures {
  /** The slowest of the further verdicts. */
  readonly slowestMs: number;
  /** The most memory of the process in use at once, less what was in use before the parse. */
  readonly memoryBytes: number;
}

const [, , name, bodyFile, urlsFile] = process.argv;

const WARM_UP_ROUNDS = 25;
/** Ends the warm-up of slow contenders early: a round of lint takes 50 ms, and each input has its own process. */
const WARM_UP_MS = 400;

/** A service has judged ordinary files before it meets a hostile one; the code is compiled by then. */
async function warmUp({ prepare }: Contender): Promise<void> {
  const files = Array.from({ length: 8 }, (_, variant) => {
    const input = makeInput('typical', variant);
    return { body: input.body, urls: makeUrls(input).few };
  });
  const start = performance.now();
  for (let round = 0; round < WARM_UP_ROUNDS; round++) {
    if (performance.now() - start > WARM_UP_MS) break;
    for (const { body, urls } of files) {
      const ask = await prepare?.(body, TOKEN);
      ask?.(urls, 0, urls.length);
    }
  }
}

/** The peak falls back to what is in use now; see proc(5), clear_refs. Where there is no /proc, the peak of the warm-up stands. */
function resetPeak(): number {
  globalThis.gc?.();
  try {
    writeFileSync('/proc/self/clear_refs', '5');
  } catch {
    return peak();
  }
  return peak();
}

function peak(): number {
  try {
    const [, kibibytes] = /VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    if (kibibytes !== undefined) return Number(kibibytes) * 1024;
  } catch {
    // Not Linux.
  }
  return process.resourceUsage().maxRSS * 1024;
}

function print(line: FirstFigures | FurtherFigures | 'ready'): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

async function measure(
  { prepare }: Contender,
  body: string,
  urls: readonly string[],
): Promise<void> {
  const before = resetPeak();
  print('ready');
  const cpuBefore = process.cpuUsage();
  const start = performance.now();
  const ask = await prepare?.(body, TOKEN);
  if (ask === undefined) throw new TypeError('A contender that only parses cannot be asked.');
  ask(urls, 0, 1);
  const firstMs = performance.now() - start;
  const { user, system } = process.cpuUsage(cpuBefore);
  print({ firstMs, firstCpuMs: (user + system) / 1_000 });
  let slowestMs = 0;
  for (let index = 1; index < urls.length; index++) {
    const asked = performance.now();
    ask(urls, index, 1);
    slowestMs = Math.max(slowestMs, performance.now() - asked);
  }
  print({ slowestMs, memoryBytes: Math.max(0, peak() - before) });
}

const contender = [REPKIT, REPKIT_LINT, ...PEERS].find((candidate) => candidate.name === name);
if (contender === undefined || bodyFile === undefined || urlsFile === undefined) {
  throw new RangeError('Arguments: contender, file of the body, file of the URLs.');
}
await warmUp(contender);
await measure(
  contender,
  readFileSync(bodyFile, 'utf8'),
  readFileSync(urlsFile, 'utf8').split('\n'),
);
