/** Target 7: the service compared with a bare Fastify that returns responses of the same size. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeInput, makeUrls, TOKEN } from './inputs.js';
import type { LaneResult } from './race.js';
import { type Running, startProcess, startService } from './running.js';
import { startSites } from './sites.js';

const BARE = fileURLToPath(new URL('../src/bare-fastify-child.ts', import.meta.url));

const CONNECTIONS = 32;
const URLS = 4;

/** A request with a robots.txt, which the target covers, and one for a cached site, which is only reported. */
export const SERVICE_HEATS = ['given', 'live'] as const;
export const OWN_SERVICE = 'repkit serve';
export const BARE_FASTIFY = 'bare Fastify';

export interface ServiceRaceOptions {
  readonly rounds: number;
  readonly turnSeconds: number;
  readonly warmUpSeconds: number;
}

/** The address in a server's startup message. */
const ADDRESS = /http:\/\/127\.0\.0\.1:\d+/;

/** Measures requests per second in alternating turns. Throws if wrk is not installed or a response is not 200. */
export async function raceService(options: ServiceRaceOptions): Promise<LaneResult[]> {
  const input = makeInput('typical', 0);
  const sites = await startSites(1, input.body);
  const folder = mkdtempSync(join(tmpdir(), 'repkit-bench-'));
  const open: Running[] = [];
  const results: LaneResult[] = [];
  try {
    const limits = ['--rate-limit', '999999999', '--log-level', 'warn', '--store', 'memory'];
    const own = await startService(limits);
    open.push(own);
    for (const heat of SERVICE_HEATS) {
      const urls = makeUrls(input).few.slice(0, URLS);
      const [origin = ''] = sites.origins;
      const body =
        heat === 'given'
          ? { urls, productTokens: [TOKEN], robotsTxt: input.body }
          : { urls: urls.map((url) => origin + new URL(url).pathname), productTokens: [TOKEN] };
      const script = join(folder, `${heat}.lua`);
      writeFileSync(script, scriptOf(JSON.stringify(body)));
      const bare = await startProcess(
        process.execPath,
        [BARE, await responseOf(own, body)],
        ADDRESS,
      );
      open.push(bare);
      const lanes = [
        { heat, contender: OWN_SERVICE, rates: [] as number[], url: own.found },
        { heat, contender: BARE_FASTIFY, rates: [] as number[], url: bare.found },
      ];
      for (const { url } of lanes) await wrk(url, script, options.warmUpSeconds);
      for (let round = 0; round < options.rounds; round++) {
        for (const { url, rates } of lanes) rates.push(await wrk(url, script, options.turnSeconds));
      }
      for (const { contender, rates } of lanes) results.push({ heat, contender, rates });
    }
    return results;
  } finally {
    for (const one of open) await one.end();
    await sites.close();
    rmSync(folder, { recursive: true });
  }
}

async function responseOf({ found: url }: Running, body: unknown): Promise<string> {
  const response = await fetch(`${url}/v1/check`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`The service responded with ${response.status}.`);
  return await response.text();
}

/** A Lua script for wrk. The end of its long string, `]==]`, cannot occur in this JSON. */
function scriptOf(body: string): string {
  return `wrk.method = "POST"\nwrk.headers["content-type"] = "application/json"\nwrk.body = [==[${body}]==]\n`;
}

/** Runs wrk and returns requests per second. */
async function wrk(url: string, script: string, seconds: number): Promise<number> {
  const args = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '-s', script, `${url}/v1/check`];
  const output = await new Promise<string>((resolve, reject) => {
    const child = spawn('wrk', args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk;
    });
    child.once('error', () =>
      reject(new Error('Cannot run wrk. Install it with: apt-get install wrk')),
    );
    child.once('close', () => resolve(text));
  });
  const rate = Number(/Requests\/sec: +([\d.]+)/.exec(output)?.[1]);
  if (!(rate > 0) || output.includes('Non-2xx')) throw new Error(`wrk failed:\n${output}`);
  return rate;
}
