/** robots.txt files per second of `repkit survey`, including its start, compared with a plain script that reports far less. */
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { makeInputs, SIZES } from './inputs.js';
import { median } from './statistics.js';

export interface SurveyFigures {
  readonly files: number;
  /** Whether the shared real files were used, or generated ones. */
  readonly isReal: boolean;
  /** Files per second on two threads, on one, and in the plain script: medians of the rounds. */
  readonly two: number;
  readonly one: number;
  readonly plain: number;
}

export interface SurveyOptions {
  readonly files: number;
  readonly rounds: number;
}

const BIN = fileURLToPath(new URL('../../packages/cli/dist/bin.js', import.meta.url));
const PLAIN = fileURLToPath(new URL('../src/plain-survey.ts', import.meta.url));
const REAL = fileURLToPath(
  new URL('../../../shared/corpus/robots-files.ndjson.gz', import.meta.url),
);

/** Returns the shared real files if available, otherwise generated ones of the smaller sizes. */
function bodies(): { readonly isReal: boolean; readonly list: readonly Buffer[] } {
  if (existsSync(REAL)) {
    const lines = gunzipSync(readFileSync(REAL)).toString().trim().split('\n');
    const list = lines.map((line) => Buffer.from(String(JSON.parse(line).robots_b64), 'base64'));
    return { isReal: true, list };
  }
  const generated = SIZES.slice(0, 3).flatMap((size) => makeInputs(size));
  return { isReal: false, list: generated.map(({ body }) => Buffer.from(body)) };
}

/** Writes an archive with one host per file, and with a distinct line in each file, so that all bodies differ. */
function writeArchive(path: string, files: number): boolean {
  const { isReal, list } = bodies();
  const file = openSync(path, 'w');
  for (let index = 0; index < files; index++) {
    const url = `https://h${index}.example/robots.txt`;
    const http = Buffer.concat([
      Buffer.from(`HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n# ${index}\n`),
      list[index % list.length] ?? Buffer.alloc(0),
    ]);
    const head = `WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: ${url}\r\nContent-Length: ${http.length}\r\n\r\n`;
    writeSync(file, gzipSync(Buffer.concat([Buffer.from(head), http, Buffer.from('\r\n\r\n')])));
  }
  closeSync(file);
  return isReal;
}

/** Returns the seconds a run takes. Throws if it fails. */
function secondsOf(args: readonly string[]): number {
  const start = performance.now();
  const { status, error, stderr } = spawnSync(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  if (status !== 0) throw error ?? new Error(`${args.join(' ')} exited with ${status}: ${stderr}`);
  return (performance.now() - start) / 1000;
}

export function measureSurvey({ files, rounds }: SurveyOptions): SurveyFigures {
  const folder = mkdtempSync(join(tmpdir(), 'repkit-bench-'));
  try {
    const archive = join(folder, 'robots.warc.gz');
    const isReal = writeArchive(archive, files);
    const own = (jobs: string) => secondsOf([BIN, 'survey', '--quiet', '--jobs', jobs, archive]);
    const seconds = Array.from({ length: rounds }, () => ({
      two: own('2'),
      one: own('1'),
      plain: secondsOf([PLAIN, archive]),
    }));
    const rate = (name: 'two' | 'one' | 'plain') =>
      files / median(seconds.map((round) => round[name]));
    return { files, isReal, two: rate('two'), one: rate('one'), plain: rate('plain') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
