/** What each action of `repkit fleet` prints, and its exit code. */
import { setTimeout as sleep } from 'node:timers/promises';
import { InputError, joinInputs } from '@repkit/bulk';
import { policies } from '@repkit/client/access';
import { dialects } from '@repkit/core';
import {
  collectRun,
  type FleetStatus,
  type SubmitProgress,
  submitUrls,
  watchRun,
  workOnRun,
} from '@repkit/fleet';
import { Progress } from '../bulk/progress.js';
import { openClient } from '../input/fetch-robots.js';
import { inputsOf, totalBytes } from '../input/inputs.js';
import type { Arguments } from '../options/arguments.js';
import { askedProductTokens } from '../options/checked-values.js';
import { fetchOptionsOf } from '../options/fetch-options.js';
import { formatOption, interpretationOf, named, numberOption } from '../options/shared-options.js';
import type { ExitCode, Io } from '../program/io.js';
import { duration, visible } from '../render/terminal.js';

const PIECE_URLS = { usual: 5000, most: 100_000 };
const AHEAD_URLS = { usual: 50_000_000, most: 100_000_000_000 };
const JOBS = { usual: 4, most: 1000 };
const SITES = { usual: 50, most: 1000 };
const LOCK_SECONDS = { usual: 30, most: 3600 };
const WATCH_MS = 1000;
const MOST_NAMED = 10;

export async function submit(args: Arguments, io: Io): Promise<ExitCode> {
  const { redis, name } = placeOf(args);
  const pieceUrls = numberOf(args, 'job-urls', PIECE_URLS);
  const aheadUrls = numberOf(args, 'ahead', AHEAD_URLS);
  const { policy, dialect } = interpretationOf(args);
  const productTokens = askedProductTokens(args, dialect) ?? ['*'];
  const names = args.positionals.length === 0 ? ['-'] : args.positionals;
  let progress = new Progress(totalBytes(names, io), io, 'reading');
  const input = joinInputs(inputsOf(names, io, (count) => progress.read(count)));
  let submitted = -1;
  const onProgress = (now: SubmitProgress): void => {
    if (now.phase === 'submitting') {
      if (now.lines < submitted || submitted === -1) {
        progress.clear();
        progress = new Progress(now.all, io, 'submitting');
        submitted = 0;
      }
      progress.read(now.lines - submitted);
      submitted = now.lines;
    }
    if (io.stderr.isTerminal) progress.show(now.lines);
  };
  const run = { redis, name, input, pieceUrls, aheadUrls, policy, dialect, productTokens };
  const { urls, pieces } = await submitUrls({ ...run, onProgress });
  progress.clear();
  io.stderr.write(`repkit fleet: ${urls} lines are submitted as "${name}", in ${pieces} pieces.\n`);
  return 0;
}

export async function work(args: Arguments, io: Io): Promise<ExitCode> {
  const { redis, name } = placeOf(args);
  const output = needed(args, 'output', 'parts');
  if (args.positionals.length > 0) {
    throw new InputError('the URLs come from Redis: give them to repkit fleet submit.');
  }
  const jobs = numberOf(args, 'jobs', JOBS);
  const concurrency = numberOf(args, 'concurrency', SITES);
  const lockMs = 1000 * numberOf(args, 'lock', LOCK_SECONDS);
  const store = args.value('store') ?? 'redis';
  if (store !== 'redis' && store !== 'none') {
    throw new InputError(`--store takes redis or none here, and not "${store}": leave it out.`);
  }
  const options = fetchOptionsOf(args, {});
  const end = await workOnRun({
    workerName: io.processName,
    ...{ redis, name, output, jobs, concurrency, lockMs },
    sharesStore: store === 'redis',
    refresh: options.refresh,
    signal: io.stopSignal(),
    report: (sentence) => io.stderr.write(`repkit fleet: ${visible(sentence)}\n`),
    openClient({ policy, dialect, store, limits }) {
      // Another version of the command may have submitted the run.
      const interpretation = {
        policy: named('policy', policy, policies),
        dialect: named('dialect', dialect, dialects),
      };
      return openClient(interpretation, options, store, io, limits);
    },
  });
  return end === 'failed' ? 1 : 0;
}

export async function status(args: Arguments, io: Io): Promise<ExitCode> {
  const { redis, name } = placeOf(args);
  const stop = io.stopSignal();
  const show = args.has('json') ? asJson : statusText;
  for await (const now of watchRun(redis, name)) {
    io.stdout.write(show(now));
    const isOver = now.state === 'done' || now.state === 'failed' || now.state === 'lost';
    if (!args.has('watch') || isOver || stop.aborted) return now.state === 'done' ? 0 : 1;
    await sleep(WATCH_MS, undefined, { signal: stop }).catch(() => {});
  }
  return 1;
}

function asJson(status: FleetStatus): string {
  return `${JSON.stringify(status)}\n`;
}

const ADVICE: Readonly<Partial<Record<FleetStatus['state'], string>>> = {
  lost: 'pieces are neither done nor in the queue: run repkit fleet submit again with the same input',
  failed: 'fix what the failures say, and run repkit fleet submit again with the same input',
};

/** Two lines, and one for each worker and failure. */
export function statusText(status: FleetStatus): string {
  const { urls, pieces, jobs, secondsLeft, workers, failures, state } = status;
  const number = (value: number) => value.toLocaleString('en');
  const share = urls.all === 0 ? 100 : Math.floor((urls.done / urls.all) * 100);
  const left = secondsLeft ? `, ${duration(secondsLeft * 1000)} left` : '';
  const advice = ADVICE[state];
  const lines = [
    `${status.name}: ${state}, ${share} %: ${number(urls.done)} of ${number(urls.all)} URLs, ` +
      `${number(urls.perSecond)}/s${left}`,
    `pieces: ${number(pieces.done)} done of ${pieces.all === null ? `${number(pieces.submitted)} so far` : number(pieces.all)}; ` +
      `jobs: ${jobs.waiting} waiting, ${jobs.active} active, ${jobs.delayed} to be tried again, ${jobs.failed} failed; ` +
      `workers: ${workers.length}`,
    ...workers.map(
      (one) => `  ${one.name}: ${number(one.urls)} URLs, ${number(one.urlsPerSecond)}/s`,
    ),
    ...failures.map((failure) => `  ${failure}`),
    ...(advice === undefined ? [] : [advice]),
  ];
  return lines.map((line) => `${visible(line)}\n`).join('');
}

export async function collect(args: Arguments, io: Io): Promise<ExitCode> {
  const { redis, name } = placeOf(args);
  const output = needed(args, 'output', 'verdicts.tsv');
  const format = formatOption(args, ['tsv', 'ndjson']);
  const folders = args.positionals;
  if (folders.length === 0) {
    throw new InputError('name the folders of the workers: repkit fleet collect … parts/.');
  }
  const reopen = args.has('reopen');
  const run = { redis, name, folders, output, format, reopen } as const;
  const { lines, allLines, isSubmitted, lostPieces } = await collectRun(run);
  const say = (sentence: string) => io.stderr.write(`repkit fleet: ${visible(sentence)}\n`);
  if (lines === allLines && isSubmitted) {
    say(`${lines} lines are collected, and none is missing.`);
    return 0;
  }
  say(`${allLines - lines} of ${allLines} lines are missing.`);
  if (!isSubmitted) say('the submission has not ended: run repkit fleet submit.');
  if (lostPieces.length > 0) {
    const some = lostPieces.slice(0, MOST_NAMED).join(', ');
    const names = lostPieces.length > MOST_NAMED ? `${some}, …` : some;
    say(
      reopen
        ? `pieces ${names} are taken back: run repkit fleet submit again with the same input.`
        : `the parts of pieces ${names} were written and are not in these folders: name those of all workers, or add --reopen to have them done again.`,
    );
  }
  return 1;
}

export interface FleetPlace {
  readonly redis: string;
  readonly name: string;
}

/** Where the run is. */
export function placeOf(args: Arguments): FleetPlace {
  return { redis: needed(args, 'redis', 'redis://127.0.0.1:6379'), name: nameOf(args) };
}

function nameOf(args: Arguments): string {
  const name = needed(args, 'name', 'crawl-1');
  if (/^[A-Za-z0-9][\w.-]{0,63}$/.test(name)) return name;
  throw new InputError(
    `--name takes letters, digits, "-", "_" and ".", at most 64, and not "${name}": write --name crawl-1.`,
  );
}

export function needed(args: Arguments, name: string, example: string): string {
  const value = args.value(name);
  if (value !== undefined && value !== '') return value;
  throw new InputError(`--${name} is missing: add --${name} ${example}.`);
}

export function numberOf(
  args: Arguments,
  name: string,
  { usual, most }: { readonly usual: number; readonly most: number },
): number {
  return numberOption(args, name, { most, example: usual }) ?? usual;
}
