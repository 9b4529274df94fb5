/** The audit command on an access log, including process start. */
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { logChunks, ROBOTS_TXT } from './access-log.ts';
import { COMMAND, inTemporaryFolder, medians } from './command.ts';
import { type Part, printTable } from './part.ts';
import { short } from './statistics.ts';

const PLAIN = fileURLToPath(new URL('./plain-audit.ts', import.meta.url));

export const reportAudit: Part = ({ quick }) =>
  inTemporaryFolder((folder) => {
    const [log, robots] = [join(folder, 'access.log'), join(folder, 'robots.txt')];
    writeFileSync(robots, ROBOTS_TXT);
    const file = openSync(log, 'w');
    let lines = 0;
    for (const chunk of logChunks(quick ? 200e6 : 2e9)) {
      writeSync(file, chunk.text);
      lines += chunk.lines;
    }
    closeSync(file);
    const audit = [COMMAND, 'audit', '--robots', robots, '--site', 'example.com', '--verify', 'none', log, '--jobs'];
    const runs = medians(quick ? 1 : 3, folder, [...audit, '1'], [...audit, '2'], [PLAIN, log]);
    const [one, two, plain] = runs.map((seconds) => lines / seconds);
    printTable([
      ['lines/s, whole runs', ''],
      ['repkit audit', short(one)],
      ['the same on two threads', short(two)],
      ['plain script that counts User-Agents', short(plain)],
    ]);
    return { 'audit, lines of a combined log, one thread': one };
  });
