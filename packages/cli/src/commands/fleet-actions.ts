/** The actions of `repkit fleet`. */
import { setTimeout as sleep } from 'node:timers/promises';
import { InputError, joinInputs } from '@repkit/bulk';
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
import { type Arguments, choiceOption, oneOf } from '../options/arguments.js';
import { productTokensOption } from '../options/checked-values.js';
import { fetchOptionsOf } from '../options/fetch-options.js';
import {
  DIALECT_NAMES,
  formatOption,
  interpretationOf,
  numberOption,
  POLICY_NAMES,
} from '../options/shared-options.js';
import type { ExitCode, Io } from '../program/io.js';
import { duration, visible } from '../program/terminal.js';

const PIECE_URLS = { default: 5000, max: 100_000 };
const AHEAD_URLS = { default: 50_000_000, max: 100_000_000_000 };
const JOBS = { default: 4, max: 1000 };
const SITES = { default: 50, max: 1000 };
const LOCK_SECONDS = { default: 30, max: 3600 };
const WATCH_MS = 1000;
const MAX_NAMED = 10;

export async function submit(args: Arguments, io: Io): Promise<ExitCode> {
  const { redis, name } = runLocation(args);
  const pieceUrls = numberOrDefault(args, 'job-urls', PIECE_URLS);
  const aheadUrls = numberOrDefault(args, 'ahead', AHEAD_URLS);
  const { policy, dialect } = interpretationOf(args);
  const productTokens = productTokensOption(args, dialect) ?? ['*'];
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
  io.stderr.write(`repkit fleet: Submitted ${urls} lines as "${name}" in ${pieces} pieces.\n`);
  return 0;
}

export async function work(args: Arguments, io: Io): Promise<ExitCode> {
  const { redis, name } = runLocation(args);
  const output = requiredOption(args, 'output', 'parts');
  if (args.positionals.length > 0) {
    throw new InputError('Workers get the URLs from Redis. Submit them with repkit fleet submit.');
  }
  const jobs = numberOrDefault(args, 'jobs', JOBS);
  const concurrency = numberOrDefault(args, 'concurrency', SITES);
  const lockMs = 1000 * numberOrDefault(args, 'lock', LOCK_SECONDS);
  const store = choiceOption(args, 'store', ['redis', 'none']) ?? 'redis';
  const options = fetchOptionsOf(args, {});
  const end = await workOnRun({
    workerName: io.processName,
    ...{ redis, name, output, jobs, concurrency, lockMs },
    sharesStore: store === 'redis',
    refresh: options.refresh,
    signal: io.stopSignal(),
    report: (sentence) => io.stderr.write(`repkit fleet: ${visible(sentence)}\n`),
    openClient({ policy, dialect, store, limits }) {
      // Another version of repkit may have submitted the run.
      const interpretation = {
        policy: oneOf('policy', policy, POLICY_NAMES),
        dialect: oneOf('dialect', dialect, DIALECT_NAMES),
      };
      return openClient(interpretation, options, store, io, limits);
    },
  });
  return end === 'failed' ? 1 : 0;
}

export async function status(args: Arguments, io: Io): Promise<ExitCode> {
  const { redis, name } = runLocation(args);
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
  lost: 'Pieces are neither done nor queued. Run repkit fleet submit again with the same input.',
  failed: 'Fix the failures, then run repkit fleet submit again with the same input.',
};

/** Returns two lines, one line per worker and failure, and advice. */
export function statusText(status: FleetStatus): string {
  const { urls, pieces, jobs, secondsLeft, workers, failures, state } = status;
  const number = (value: number) => value.toLocaleString('en');
  const share = urls.all === 0 ? 100 : Math.floor((urls.done / urls.all) * 100);
  const left = secondsLeft ? `, ${duration(secondsLeft * 1000)} left` : '';
  const advice = ADVICE[state];
  const lines = [
    `${status.name}: ${state}, ${share}%: ${number(urls.done)} of ${number(urls.all)} URLs, ` +
      `${number(urls.perSecond)}/s${left}`,
    `pieces: ${number(pieces.done)} done of ${pieces.all === null ? `${number(pieces.submitted)} so far` : number(pieces.all)}; ` +
      `jobs: ${jobs.waiting} waiting, ${jobs.active} active, ${jobs.delayed} to be retried, ${jobs.failed} failed; ` +
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
  const { redis, name } = runLocation(args);
  const output = requiredOption(args, 'output', 'verdicts.tsv');
  const format = formatOption(args, ['tsv', 'ndjson']);
  const folders = args.positionals;
  if (folders.length === 0) {
    throw new InputError(
      'No folder given. Name the folders of the workers: repkit fleet collect … parts/.',
    );
  }
  const reopen = args.has('reopen');
  const run = { redis, name, folders, output, format, reopen } as const;
  const { lines, allLines, isSubmitted, lostPieces } = await collectRun(run);
  const report = (sentence: string) => io.stderr.write(`repkit fleet: ${visible(sentence)}\n`);
  if (lines === allLines && isSubmitted) {
    report(`Collected all ${lines} lines.`);
    return 0;
  }
  report(`${allLines - lines} of ${allLines} lines are missing.`);
  if (!isSubmitted) report('The submission is incomplete. Run repkit fleet submit again.');
  if (lostPieces.length > 0) {
    const some = lostPieces.slice(0, MAX_NAMED).join(', ');
    const names = lostPieces.length > MAX_NAMED ? `${some}, …` : some;
    report(
      reopen
        ? `Pieces ${names} were reopened. Run repkit fleet submit again with the same input.`
        : `The parts of pieces ${names} are not in these folders. Name the folders of all workers, or use --reopen to redo them.`,
    );
  }
  return 1;
}

export interface RunLocation {
  readonly redis: string;
  readonly name: string;
}

export function runLocation(args: Arguments): RunLocation {
  return { redis: requiredOption(args, 'redis', 'redis://127.0.0.1:6379'), name: nameOf(args) };
}

function nameOf(args: Arguments): string {
  const name = requiredOption(args, 'name', 'crawl-1');
  if (/^[A-Za-z0-9][\w.-]{0,63}$/.test(name)) return name;
  throw new InputError(`--name takes up to 64 letters, digits, "-", "_" and ".", not "${name}".`);
}

export function requiredOption(args: Arguments, name: string, example: string): string {
  const value = args.value(name);
  if (value !== undefined && value !== '') return value;
  throw new InputError(`--${name} is required, for example --${name} ${example}.`);
}

export function numberOrDefault(
  args: Arguments,
  name: string,
  { default: fallback, max }: { readonly default: number; readonly max: number },
): number {
  return numberOption(args, name, max) ?? fallback;
}
