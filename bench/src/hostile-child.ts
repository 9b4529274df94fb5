/**
 * Runs one contender against one hostile input in a separate process, which the parent may kill.
 * Arguments: contender, file with the body, file with the URLs (one per line). Sends a message after each stage: ready; the first
 * check; all further checks.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Contender } from './contender.ts';
import { OTHER_LIBRARIES, REPKIT } from './contenders.ts';
import { makeInput, makeUrls, TOKEN } from './inputs.ts';

/** The second message. */
export interface FirstFigures {
  /** Time to parse this file for the first time and check one URL. */
  readonly firstMs: number;
}

/** The third message. */
export interface FurtherFigures {
  /** The slowest of the further checks. */
  readonly slowestMs: number;
  /** Peak memory of the process minus its memory before parsing. */
  readonly memoryBytes: number;
}

const WARM_UP_ROUNDS = 25;
/** Limits the warm-up of slow contenders: each input has its own process. */
const WARM_UP_MS = 400;

/** Compiles the code: a service has processed ordinary files before it receives a hostile one. */
async function warmUp({ prepare }: Contender): Promise<void> {
  const files = Array.from({ length: 8 }, (_, variant) => {
    const input = makeInput('typical', variant);
    return { body: input.body, urls: makeUrls('typical', input).few };
  });
  const start = performance.now();
  for (let round = 0; round < WARM_UP_ROUNDS; round++) {
    if (performance.now() - start > WARM_UP_MS) break;
    for (const { body, urls } of files) {
      const countAllowed = await prepare?.(body, TOKEN);
      countAllowed?.(urls, 0, urls.length);
    }
  }
}

/** Resets the peak to the current memory; see proc(5), clear_refs. Without /proc, the peak of the warm-up remains. */
function resetPeak(): number {
  globalThis.gc?.();
  try {
    writeFileSync('/proc/self/clear_refs', '5');
  } catch {
    // Not Linux.
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

const [, , name = '', bodyFile = '', urlsFile = ''] = process.argv;
const contender = [REPKIT, ...OTHER_LIBRARIES].find((candidate) => candidate.name === name);
if (contender?.prepare === undefined) throw new RangeError('Arguments: contender, file with the body, file with the URLs.');
/** Waits until the message is written: the next stage may never return. */
const send = promisify((figures: object, callback: (error: Error | null) => void) => process.send?.(figures, callback));

await warmUp(contender);
const body = readFileSync(bodyFile, 'utf8');
const urls = readFileSync(urlsFile, 'utf8').split('\n');
const before = resetPeak();
await send({});
const start = performance.now();
const countAllowed = await contender.prepare(body, TOKEN);
countAllowed(urls, 0, 1);
const first: FirstFigures = { firstMs: performance.now() - start };
await send(first);
let slowestMs = 0;
for (let index = 1; index < urls.length; index++) {
  const checkStart = performance.now();
  countAllowed(urls, index, 1);
  slowestMs = Math.max(slowestMs, performance.now() - checkStart);
}
const further: FurtherFigures = { slowestMs, memoryBytes: Math.max(0, peak() - before) };
await send(further);
process.disconnect();
