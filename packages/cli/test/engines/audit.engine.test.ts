/** Runs the example of docs/commands/audit.md for several machines in GNU parallel. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findProgram } from '../../../../scripts/lib/programs.mjs';
import { MONTH, requestOf, SITE } from '../audit/month.js';
import { FORMATS } from '../audit/month-logs.js';
import { writeVersions } from '../audit/month-repository.js';
import { documented, makePlace } from './commands.js';
import { withLogins } from './logins.js';

const reason = ['parallel', 'sshd', 'git'].filter((name) => findProgram(name) === undefined);
if (reason.length > 0) console.warn(`skipped: not installed: ${reason.join(', ')}`);

describe.skipIf(reason.length > 0 && process.env.CI === undefined)('audits on machines', () => {
  test('three logins with the fetches of all judge as one audit of all logs', async () => {
    const place = await withLogins(makePlace());
    const { folder, env } = place;
    writeVersions(folder);
    const lines = Object.values(MONTH)
      .flat()
      .filter(([log]) => log === 'nginx')
      .map((row) => FORMATS.nginx.line(requestOf(row)));
    for (const [index, name] of ['a', 'b', 'c'].entries()) {
      const part = lines.filter((_, at) => at % 3 === index);
      writeFileSync(join(folder, `access-${name}.log`), `${part.join('\n')}\n`);
    }
    const sh = (command: string) => execFileSync('sh', ['-e', '-c', command], { cwd: folder, env, encoding: 'utf8' });
    const example = documented('sh', '--fetches-only {}', 'commands/audit.md')
      .replaceAll('HOST1,HOST2', '1/one,1/two,1/three')
      .replaceAll('example.com', `${SITE} --verify none`)
      .replaceAll('parallel ', 'parallel --joblog +jobs.log ')
      .replace(/(repkit audit --merge)/, '$1 --format json');
    const merged = JSON.parse(sh(example));
    const options = `--git robots.txt --site ${SITE} --verify none --format json`;
    const whole = JSON.parse(sh(`repkit audit ${options} access-?.log`));
    expect(merged).toEqual(whole);
    const sum = (name: string) =>
      whole.crawlers.reduce((total: number, crawler: Record<string, number>) => total + (crawler[name] ?? 0), 0);
    expect([sum('violations') > 10, sum('withinGrace') > 5]).toEqual([true, true]);
    const jobs = readFileSync(join(folder, 'jobs.log'), 'latin1').trimEnd().split('\n').slice(1);
    const used = new Set(jobs.map((job) => job.split('\t')[1]));
    expect(used).toEqual(new Set(['one', 'two', 'three']));
    // Each part alone knows less, and accuses of less.
    const alone = JSON.parse(sh(`repkit audit ${options} access-a.log`));
    const withAll = JSON.parse(sh(`repkit audit ${options} --fetches all.fetches access-a.log`));
    expect(alone.crawlers).not.toEqual(withAll.crawlers);
  }, 120_000);
});
