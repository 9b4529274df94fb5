/** The time that repkit takes for hostile inputs. `npm run compare` counts how many of them other libraries survive. */
import { REPKIT } from './contenders.ts';
import { HOSTILE_INPUTS, makeHostileInput } from './hostile-inputs.ts';
import { makeInput, makeUrls, TOKEN } from './inputs.ts';
import { type Part, printTable } from './part.ts';

/** Compiles the code: a service has processed ordinary files before it receives a hostile one. */
async function warmUp(): Promise<void> {
  for (let variant = 0; variant < 200; variant++) {
    const input = makeInput('typical', variant);
    const { few } = makeUrls('typical', input);
    const countAllowed = await REPKIT.prepare?.(input.body, TOKEN);
    countAllowed?.(few, 0, few.length);
  }
}

interface Times {
  /** Time to parse the file and check one URL. */
  readonly firstMs: number;
  /** The slowest of the further checks. */
  readonly slowestMs: number;
}

async function measure(body: string, urls: readonly string[]): Promise<Times> {
  const start = performance.now();
  const countAllowed = await REPKIT.prepare?.(body, TOKEN);
  countAllowed?.(urls, 0, 1);
  const firstMs = performance.now() - start;
  let slowestMs = 0;
  for (let index = 1; index < urls.length; index++) {
    const checkStart = performance.now();
    countAllowed?.(urls, index, 1);
    slowestMs = Math.max(slowestMs, performance.now() - checkStart);
  }
  return { firstMs, slowestMs };
}

export const reportHostile: Part = async ({ quick }) => {
  await warmUp();
  const rows: string[][] = [];
  let slowest = 0;
  for (const { name, judged } of HOSTILE_INPUTS) {
    const { body, urls } = makeHostileInput(name);
    const runs: Times[] = [];
    for (let run = 0; run < (quick ? 1 : 3); run++) runs.push(await measure(body, urls));
    // The target is a time, for which other load on the machine must not count.
    const first = Math.min(...runs.map(({ firstMs }) => firstMs));
    const further = Math.min(...runs.map(({ slowestMs }) => slowestMs));
    rows.push([name, first.toFixed(1), further.toFixed(1)]);
    if (judged !== false) slowest = Math.max(slowest, first, further);
  }
  printTable([['hostile inputs, ms', 'parse + first check', 'slowest of 20 more'], ...rows]);
  return { 'slowest hostile file or URL': slowest };
};
