/** Reads logs for an audit: first the requests for robots.txt, then all requests. */
import type { LogFields } from '@repkit/core/analysis';
import { fileError } from '../bytes/input-error.js';
import { decompress } from '../input/decompress.js';
import type { Input } from '../input/input.js';
import { type LogHandler, readLog } from '../logs/read-log.js';
import type { Auditor } from './auditor.js';
import type { AuditReport } from './report.js';

export interface AuditRun {
  readonly logs: readonly Input[];
  /** Whether the logs can be read only once. They must be in the order of time. */
  readonly isStream?: boolean;
  /** Logs of which only the requests for robots.txt are used. */
  readonly fetches?: readonly Input[];
  readonly fields?: LogFields | undefined;
  /** Receives each line that cannot be read. */
  readonly onUnreadable?: ((line: Uint8Array) => void) | undefined;
  /** Receives the number of bytes of each chunk that was read, before decompression. */
  readonly onRead?: ((bytes: number) => void) | undefined;
}

/** The text that lines with a request for robots.txt contain. */
export const ROBOTS_TXT_PATH = '/robots.txt';

/**
 * Judges the requests of logs and returns the report. Throws an InputError if a log cannot be read, or does not say which requests
 * belong to the site.
 */
export async function auditLogs(auditor: Auditor, run: AuditRun): Promise<AuditReport> {
  const { logs, isStream = false, fetches = [], fields, onUnreadable } = run;
  const collect = { request: auditor.collect.bind(auditor) };
  const options = { fields, containing: ROBOTS_TXT_PATH };
  for (const input of isStream ? fetches : [...fetches, ...logs]) {
    await readInput(input, run, (chunks) => readLog(input.name, chunks, collect, options));
  }
  const request = isStream ? auditor.collectAndJudge.bind(auditor) : auditor.judge.bind(auditor);
  const handler: LogHandler = {
    request,
    ...(onUnreadable && { unreadable: onUnreadable }),
  };
  const lines = { read: 0, unreadable: 0 };
  const cut: string[] = [];
  for (const input of logs) {
    const read = await readInput(input, run, (chunks) =>
      readLog(input.name, chunks, handler, { fields }),
    );
    lines.read += read.read;
    lines.unreadable += read.unreadable;
    if (read.isCut) cut.push(`"${input.name}" ends in the middle of a line.`);
  }
  const report = auditor.report(lines);
  return { ...report, notes: [...report.notes, ...cut], isComplete: cut.length === 0 };
}

async function readInput<Result>(
  { name, open }: Input,
  { onRead }: AuditRun,
  read: (chunks: AsyncGenerator<Uint8Array>) => Promise<Result>,
): Promise<Result> {
  async function* counted() {
    for await (const chunk of open()) {
      onRead?.(chunk.length);
      yield chunk;
    }
  }
  try {
    return await read(decompress(name, counted()));
  } catch (error) {
    throw fileError(`"${name}"`, error);
  }
}
