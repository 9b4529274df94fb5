/** Runs the files of docs/guides/audit.md: the units of systemd, and the steps of the workflow in a real repository. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { findProgram } from '../scripts/lib/programs.mjs';
import { site } from './support/site.js';
import { temporaryFolder } from './support/temporary.js';

const BIN = fileURLToPath(new URL('../packages/cli/dist/bin.js', import.meta.url));
const GUIDE = readFileSync(new URL('../docs/guides/audit.md', import.meta.url), 'utf8');

const blocks = new Map([...GUIDE.matchAll(/```\w+ (\S+)\n(.*?)```/gs)].map(([, name = '', block = '']) => [name, block]));

test.skipIf(findProgram('systemd-analyze') === undefined && process.env.CI === undefined)(
  'systemd finds no error in the units',
  () => {
    const folder = temporaryFolder();
    const units = [...blocks].filter(([name]) => /\.(?:service|timer)$/.test(name));
    expect(units).toHaveLength(4);
    const paths = units.map(([name, block]) => {
      const path = join(folder, name);
      // systemd-analyze checks that the programs and the user exist.
      writeFileSync(path, block.replaceAll('/usr/bin/repkit', process.execPath).replace('User=repkit', 'User=root'));
      return path;
    });
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', ...paths], {
      encoding: 'utf8',
    });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
  },
);

interface Step {
  readonly name?: string;
  readonly shell?: string;
  readonly run?: string;
}

/** Writes a program that records or replaces a call to the network. */
function program(folder: string, name: string, script: string): void {
  writeFileSync(join(folder, name), `#!/bin/bash\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
}

test('the workflow saves versions and opens issues', async () => {
  let rules = 'Disallow: /a\n';
  const { origin } = await site(({ url, headers }, response) => {
    const here = `http://${headers.host}`;
    if (url === '/robots.txt') response.end(`User-agent: *\n${rules}Sitemap: ${here}/s.xml\n`);
    else if (url === '/s.xml') {
      const urls = ['/a', '/b', '/c'].map((path) => `<url><loc>${here}${path}</loc></url>`);
      response.end(`<urlset>${urls.join('')}</urlset>`);
    } else response.writeHead(404).end();
  });
  const folder = temporaryFolder();
  const [programs, temporary, checkout] = ['programs', 'temp', 'checkout'].map((name) => join(folder, name));
  for (const name of [programs, temporary]) mkdirSync(name as string);
  const git = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('git', args, { encoding: 'utf8', cwd: folder });
    if (status !== 0) throw new Error(stderr);
    return stdout;
  };
  git('init', '--quiet', '--bare', '--initial-branch=main', 'remote.git');
  git('clone', '--quiet', 'remote.git', 'checkout');
  program(programs as string, 'npx', `exec ${process.execPath} ${BIN} "\${@:3}" --allow 127.0.0.1`);
  const issues = join(folder, 'issues');
  program(programs as string, 'gh', `echo "$@" >> ${issues}; cat "\${@: -1}" >> ${issues}`);
  const { steps }: { steps: Step[] } = parse(blocks.get('watch.yml') ?? '').jobs.watch;
  /** Runs all steps as GitHub does, and returns the text of the issue. */
  const runJob = async (): Promise<string> => {
    writeFileSync(issues, '');
    for (const { name, shell, run } of steps) {
      if (run === undefined) continue;
      expect(shell).toBe('bash');
      const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run], {
        cwd: checkout,
        env: {
          ...process.env,
          NO_PROXY: '*',
          SITE: origin,
          RUNNER_TEMP: temporary,
          PATH: [programs, process.env.PATH].join(delimiter),
        },
      });
      const [, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
      expect([name, child.exitCode, err]).toEqual([name, 0, expect.not.stringMatching(/^repkit /m)]);
    }
    return readFileSync(issues, 'utf8');
  };
  const first = await runJob();
  expect(first).toContain(`issue create --title robots.txt of ${origin} changed --body-file`);
  expect(first).toContain(`${origin}: saved the first version`);
  expect(first).toContain(`Newly blocked pages of the sitemap:\n\n    ${origin}/a\n`);
  expect(await runJob()).toBe('');
  rules = 'Disallow: /a\nDisallow: /c\n';
  const changed = await runJob();
  expect(changed).toContain('| 🔴 newly blocked | `*` | `/c` |');
  expect(changed).toContain(`Newly blocked pages of the sitemap:\n\n    ${origin}/c\n`);
  expect(changed).not.toContain(`    ${origin}/a\n`);
  const saved = git('-C', 'remote.git', 'ls-tree', '-r', '--name-only', 'main').trim().split('\n');
  expect(saved.filter((path) => path.endsWith('.txt'))).toHaveLength(3);
  expect(existsSync(join(checkout as string, 'blocked.txt'))).toBe(true);
}, 60_000);
