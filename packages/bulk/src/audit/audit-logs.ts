/** Reads logs for an audit: first the requests for robots.txt, then all requests. */
import type { LogFields, LogRequest } from '@repkit/core/analysis';
import { truncatedError } from '../bytes/input-error.js';
import { type Input, readable } from '../input/input.js';
import { BlockReader, type LogBlock, type LogHandler, logBlocks } from '../logs/read-log.js';
import { inOrder } from '../threads/in-order.js';
import { openPool } from '../threads/open-pool.js';
import { nodeSystem, type System } from '../threads/system.js';
import type { Auditor } from './auditor.js';
import type { AuditReport } from './report.js';
import { type SiftOptions, sifter } from './sift.js';

export interface AuditRun {
  readonly logs: readonly Input[];
  /** Whether the logs can be read only once. They must be in the order of time. */
  readonly isStream?: boolean;
  /** Logs of which only the requests for robots.txt are used. */
  readonly fetches?: readonly Input[];
  readonly fields?: LogFields | undefined;
  /** Receives lines that cannot be read, each with a line feed. */
  readonly onUnreadable?: ((lines: Uint8Array) => void) | undefined;
  /** Receives the number of requests that were judged so far. */
  readonly onJudged?: ((requests: number) => void) | undefined;
  /** Threads that read the lines (default: one per core for large logs). The report is the same for any number. */
  readonly threads?: number | undefined;
}

const ROBOTS_TXT_PATH = '/robots.txt';

/**
 * Judges the requests of logs and returns the report. Throws an InputError if a log cannot be read, or does not say which
 * requests belong to the site.
 */
export async function auditLogs(auditor: Auditor, run: AuditRun, system: System = nodeSystem): Promise<AuditReport> {
  const { logs, isStream = false, fetches = [], fields, onUnreadable, onJudged, threads } = run;
  const lines = { read: 0, unreadable: 0 };
  const notes: string[] = [];
  const cut: string[] = [];
  const collect = async (input: Input) => {
    const requests: LogRequest[] = [];
    const lines = await readFetches(input, fields, { request: (request) => requests.push(request) }, () =>
      auditor.collect(requests.splice(0)),
    );
    return { name: `"${input.name}"`, ...lines };
  };
  for (const input of fetches) {
    const { name, isCut, unreadable } = await collect(input);
    if (unreadable > 0) notes.push(`${name} has lines that cannot be read, so fetches may be missing.`);
    if (isCut) cut.push(name);
  }
  // Lines that cannot be read are counted below.
  const sizes: number[] = [];
  if (!isStream) for (const input of logs) sizes.push((await collect(input)).bytes);

  const work: SiftOptions = { ...auditor.siftOptions, fields };
  const sizeOf = (block: LogBlock) => block.lines.length;
  const pool = await openPool(sifter(work), { kind: 'sift', work, threads, sizeOf }, system);
  async function* blocks() {
    for (const [index, input] of logs.entries()) {
      let bytes = 0;
      for await (const block of logBlocks(input.name, readable(input), fields)) {
        bytes += block.lines.length;
        yield { name: `"${input.name}"`, block };
      }
      // The log was rotated after the first pass.
      if (bytes < (sizes[index] ?? 0)) throw truncatedError(input.name);
    }
  }
  const sift = async ({ name, block }: { name: string; block: LogBlock }) => {
    return { name, ...(await pool.run(block)) };
  };
  try {
    for await (const { name, ...sifted } of inOrder(blocks(), pool.ahead, sift)) {
      await auditor.add(sifted, isStream);
      lines.read += sifted.lines.read;
      lines.unreadable += sifted.lines.unreadable;
      if (sifted.unreadable.length > 0) onUnreadable?.(sifted.unreadable);
      if (sifted.isCut) cut.push(name);
      onJudged?.(lines.read);
    }
  } finally {
    await pool.close();
  }
  notes.push(...cut.map((name) => `${name} ends in the middle of a line.`));
  const report = auditor.report(lines);
  return { ...report, notes: [...report.notes, ...notes], isComplete: cut.length === 0 };
}

/**
 * Reads the lines of a log that may request robots.txt. Returns how many of them cannot be read, whether the log ends in the
 * middle of a line, and its size in bytes, decompressed.
 */
async function readFetches(
  input: Input,
  fields: LogFields | undefined,
  handler: LogHandler,
  afterBlock: () => void | Promise<void> = () => {},
): Promise<{ readonly unreadable: number; readonly isCut: boolean; readonly bytes: number }> {
  const reader = new BlockReader(fields);
  const result = { unreadable: 0, isCut: false, bytes: 0 };
  for await (const block of logBlocks(input.name, readable(input), fields)) {
    const { unreadable, isCut } = reader.read(block, handler, true);
    result.unreadable += unreadable;
    result.isCut = isCut;
    result.bytes += block.lines.length;
    await afterBlock();
  }
  return result;
}

/**
 * Passes on the lines of logs that request robots.txt, with the headers of their formats. Returns how many lines that name it
 * cannot be read, and the names of the logs that end in the middle of a line.
 */
export async function fetchLines(
  { logs, fields }: Pick<AuditRun, 'logs' | 'fields'>,
  write: (line: string) => void,
): Promise<{ readonly unreadable: number; readonly cut: readonly string[] }> {
  let unreadable = 0;
  const cut: string[] = [];
  const handler = {
    request({ target }: LogRequest, line: string) {
      if (target.startsWith(ROBOTS_TXT_PATH)) write(line);
    },
    comment(line: string) {
      if (line.startsWith('#Fields:')) write(line);
    },
  };
  for (const input of logs) {
    const lines = await readFetches(input, fields, handler);
    unreadable += lines.unreadable;
    if (lines.isCut) cut.push(`"${input.name}"`);
  }
  return { unreadable, cut };
}
