/** The audit command on an access log, including process start. */
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { logChunks, ROBOTS_TXT } from './access-log.js';
import { COMMAND, medians } from './command.js';

const PLAIN = fileURLToPath(new URL('../src/plain-audit.ts', import.meta.url));

export interface AuditFigures {
  /** Lines per second: on one and two threads, and of the plain script. */
  readonly one: number;
  readonly two: number;
  readonly plain: number;
}

/** @param bytes of the log */
export function measureAudit(bytes: number, runs: number): AuditFigures {
  const folder = mkdtempSync(join(tmpdir(), 'repkit-bench-'));
  const [log, robots] = [join(folder, 'access.log'), join(folder, 'robots.txt')];
  try {
    writeFileSync(robots, ROBOTS_TXT);
    const file = openSync(log, 'w');
    let lines = 0;
    for (const chunk of logChunks(bytes)) {
      writeSync(file, chunk.text);
      lines += chunk.lines;
    }
    closeSync(file);
    const judge = ['--robots', robots, '--site', 'example.com', '--verify', 'none'];
    const audit = [COMMAND, 'audit', ...judge, log, '--jobs'];
    const [one, two, plain] = medians(runs, folder, [...audit, '1'], [...audit, '2'], [PLAIN, log]);
    return { one: lines / one, two: lines / two, plain: lines / plain };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
