/** Rows per second through `repkit worker`, including its start: by a pipe, and by GNU parallel and ClickHouse if installed. */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Input, makeInputs, makeUrls, TOKEN } from './inputs.js';
import { median, short, table, times } from './statistics.js';

const WORKER_FORMATS = ['tsv', 'ndjson'] as const;
type WorkerFormat = (typeof WORKER_FORMATS)[number];

interface WorkerFigures {
  readonly format: WorkerFormat;
  /** Whether each row contains its robots.txt; otherwise one file is used for all rows. */
  readonly ownFiles: boolean;
  readonly rows: number;
  /** Rows per second: median of the rounds. */
  readonly repkit: number;
  readonly plain: number;
  /** Speed relative to the plain script: median of the ratios per round. */
  readonly ratio: number;
  /** Rows per second by GNU parallel and ClickHouse; undefined if not installed or not measured. */
  readonly parallel: number | undefined;
  readonly clickHouse: number | undefined;
}

export interface WorkerOptions {
  readonly rows: number;
  readonly rounds: number;
}

const BIN = fileURLToPath(new URL('../../packages/cli/dist/bin.js', import.meta.url));
const PLAIN = fileURLToPath(new URL('../src/plain-worker.ts', import.meta.url));
const CLICKHOUSE = fileURLToPath(new URL('../../scripts/clickhouse.mjs', import.meta.url));
/** Rows with the same robots.txt are adjacent, like rows of one host in a crawl. */
const ROWS_PER_FILE = 1000;
const COLUMNS = 'robotsTxt String, url String, token String';

/** The standard input of a program: an open file or a text. */
type StandardInput = { readonly file: number } | { readonly text: string };

/** Returns the seconds a run takes. Throws if it fails. */
function secondsOf(program: string, args: readonly string[], from: StandardInput): number {
  const start = performance.now();
  const { status, error, stderr } = spawnSync(program, args, {
    ...('text' in from ? { input: from.text } : {}),
    stdio: ['file' in from ? from.file : 'pipe', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  if (status !== 0) throw error ?? new Error(`${program} exited with ${status}: ${stderr}`);
  return (performance.now() - start) / 1000;
}

function pipe(args: readonly string[], file: string): number {
  const rows = openSync(file, 'r');
  try {
    return secondsOf(process.execPath, args, { file: rows });
  } finally {
    closeSync(rows);
  }
}

function lineOf(format: WorkerFormat, robotsTxt: string | undefined, url: string): string {
  if (format === 'ndjson') {
    return `${JSON.stringify({ ...(robotsTxt === undefined ? {} : { robotsTxt }), url, token: TOKEN })}\n`;
  }
  const body = robotsTxt === undefined ? '' : `${robotsTxt.replaceAll('\n', '\\n')}\t`;
  return `${body}${url}\t${TOKEN}\n`;
}

function writeRows(
  path: string,
  { format, ownFiles, rows }: Pick<WorkerFigures, 'format' | 'ownFiles' | 'rows'>,
  inputs: readonly Input[],
): void {
  const file = openSync(path, 'w');
  const urls = inputs.map((input) => makeUrls(input).diverse);
  for (let row = 0; row < rows; row += ROWS_PER_FILE) {
    const index = ownFiles ? (row / ROWS_PER_FILE) % inputs.length : 0;
    let lines = '';
    for (let at = row; at < Math.min(row + ROWS_PER_FILE, rows); at++) {
      const some = urls[index] ?? [];
      // All URLs are distinct, as in a crawl.
      const url = `${some[at % some.length]}-${at}`;
      lines += lineOf(format, ownFiles ? inputs[index]?.body : undefined, url);
    }
    writeSync(file, lines);
  }
  closeSync(file);
}

function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
}

/** Returns the seconds of a query that passes all rows to an executable function, or undefined if ClickHouse is not installed. */
function clickHouseSeconds(folder: string): number | undefined {
  const config = join(folder, 'config.xml');
  writeFileSync(
    config,
    `<clickhouse><user_defined_executable_functions_config>${folder}/*_function.xml</user_defined_executable_functions_config></clickhouse>`,
  );
  const types = ['robotsTxt', 'url', 'token']
    .map((name) => `<argument><type>String</type><name>${name}</name></argument>`)
    .join('');
  writeFileSync(
    join(folder, 'robots_function.xml'),
    `<functions><function><type>executable_pool</type><name>robotsVerdict</name>
    <return_type>String</return_type>${types}<format>TabSeparated</format>
    <command>'${process.execPath}' '${BIN}' worker</command><execute_direct>0</execute_direct></function></functions>`,
  );
  const query = (sql: string): number =>
    secondsOf(process.execPath, [CLICKHOUSE, join(folder, 'data'), config], { text: sql });
  try {
    query('SELECT 1');
  } catch {
    return undefined;
  }
  return query(
    `SELECT countIf(robotsVerdict(robotsTxt, url, token) = 'allowed') FROM file('${folder}/rows', TabSeparated, '${COLUMNS}')`,
  );
}

/** Measures one kind of rows with all programs. */
function measureWorker(
  format: WorkerFormat,
  ownFiles: boolean,
  { rows, rounds }: WorkerOptions,
): WorkerFigures {
  const folder = mkdtempSync(join(tmpdir(), 'repkit-bench-'));
  try {
    const inputs = makeInputs('typical');
    const file = join(folder, 'rows');
    const robotsTxt = join(folder, 'robots.txt');
    writeFileSync(robotsTxt, inputs[0]?.body ?? '');
    writeRows(file, { format, ownFiles, rows }, inputs);
    const own = [BIN, 'worker', '--format', format, ...(ownFiles ? [] : ['--robots', robotsTxt])];
    const plain = [PLAIN, format, ...(ownFiles ? [] : [robotsTxt])];
    const seconds = Array.from({ length: rounds }, () => ({
      repkit: pipe(own, file),
      plain: pipe(plain, file),
    }));
    const parallel = ['--pipe-part', '--block', '-1', '-k', '-a', file, process.execPath, ...own];
    const isTsv = format === 'tsv';
    const clickHouse = isTsv && ownFiles ? clickHouseSeconds(folder) : undefined;
    return {
      ...{ format, ownFiles, rows },
      repkit: rows / median(seconds.map((round) => round.repkit)),
      plain: rows / median(seconds.map((round) => round.plain)),
      ratio: median(seconds.map((round) => round.plain / round.repkit)),
      parallel:
        isTsv && isInstalled('parallel')
          ? rows / secondsOf('parallel', parallel, { text: '' })
          : undefined,
      clickHouse: clickHouse === undefined ? undefined : rows / clickHouse,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Measures all kinds of rows and returns a table. They have no target. */
export function workerTable(options: WorkerOptions): string {
  const rate = (figure: number | undefined): string => (figure === undefined ? '-' : short(figure));
  const lines = [false, true].flatMap((ownFiles) =>
    WORKER_FORMATS.map((format) => {
      const figures = measureWorker(format, ownFiles, options);
      return [
        `${format}, ${ownFiles ? 'a robots.txt in each row' : 'one robots.txt'}`,
        `${rate(figures.repkit)} (${times(figures.ratio)})`,
        rate(figures.plain),
        rate(figures.parallel),
        rate(figures.clickHouse),
      ];
    }),
  );
  return table([['worker, rows/s', 'repkit', 'plain script', 'parallel', 'ClickHouse'], ...lines]);
}
