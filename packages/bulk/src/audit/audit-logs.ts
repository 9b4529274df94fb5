/** Reads logs for an audit: first the requests for robots.txt, then all requests. */
import type { LogFields, LogRequest } from '@repkit/core/analysis';
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
  /** Receives the number of bytes of each chunk, before decompression, and the requests that were judged so far. */
  readonly onRead?: ((bytes: number, requests: number) => void) | undefined;
}

const ROBOTS_TXT_PATH = '/robots.txt';
/** The text that lines with a request for robots.txt contain. JSON may escape the slash. */
const ROBOTS_TXT_NAME = 'robots.txt';

/**
 * Judges the requests of logs and returns the report. Throws an InputError if a log cannot be read, or does not say which requests
 * belong to the site.
 */
export async function auditLogs(auditor: Auditor, run: AuditRun): Promise<AuditReport> {
  const { logs, isStream = false, fetches = [], fields, onUnreadable, onRead = () => {} } = run;
  const collect = { request: (request: LogRequest) => auditor.collect(request) };
  const options = { fields, containing: ROBOTS_TXT_NAME };
  let requests = 0;
  const open = (input: Input) => opened(input, (bytes) => onRead(bytes, requests));
  const cut: string[] = [];
  const missing: string[] = [];
  for (const input of fetches) {
    const { unreadable, isCut } = await readLog(input.name, open(input), collect, options);
    if (isCut) cut.push(cutText(input));
    if (unreadable > 0) {
      missing.push(`"${input.name}" has lines that cannot be read, so fetches may be missing.`);
    }
  }
  for (const input of isStream ? [] : logs) {
    await readLog(input.name, open(input), collect, options);
  }
  const handler: LogHandler = {
    request(request) {
      requests++;
      return isStream ? auditor.collectAndJudge(request) : auditor.judge(request);
    },
    ...(onUnreadable && { unreadable: onUnreadable }),
  };
  const lines = { read: 0, unreadable: 0 };
  for (const input of logs) {
    const { read, unreadable, isCut } = await readLog(input.name, open(input), handler, { fields });
    lines.read += read;
    lines.unreadable += unreadable;
    if (isCut) cut.push(cutText(input));
  }
  const report = auditor.report(lines);
  return {
    ...report,
    notes: [...report.notes, ...missing, ...cut],
    isComplete: cut.length === 0,
  };
}

function cutText({ name }: Input): string {
  return `"${name}" ends in the middle of a line.`;
}

/** Passes on the lines of logs that request robots.txt, with the headers of their formats. */
export async function fetchLines(
  { logs, fields }: Pick<AuditRun, 'logs' | 'fields'>,
  write: (line: string) => void,
): Promise<void> {
  const handler: LogHandler = {
    request({ target }, line) {
      if (target.startsWith(ROBOTS_TXT_PATH)) write(line);
      return undefined;
    },
    comment(line) {
      if (line.startsWith('#Fields:')) write(line);
    },
  };
  for (const input of logs) {
    await readLog(
      input.name,
      opened(input, () => {}),
      handler,
      { fields, containing: ROBOTS_TXT_NAME },
    );
  }
}

async function* opened({ name, open }: Input, onRead: (bytes: number) => void) {
  async function* counted() {
    for await (const chunk of open()) {
      onRead(chunk.length);
      yield chunk;
    }
  }
  try {
    yield* decompress(name, counted());
  } catch (error) {
    throw fileError(`"${name}"`, error);
  }
}
