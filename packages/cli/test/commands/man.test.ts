import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { describeWith, programPath } from '../../../../test/support/program.js';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { commands } from '../../src/commands/registry.js';
import { run } from '../../src/run.js';
import { fakeIo } from '../support/fake-io.js';

// Two programs check a dozen pages each.
vi.setConfig({ testTimeout: 30_000 });

const NAMES = ['repkit', ...Object.keys(commands).map((name) => `repkit-${name}`)];
const NOON = Date.UTC(2026, 10, 21, 12);

async function repkitMan(argv: readonly string[], env = {}) {
  const io = fakeIo({ now: () => NOON, env });
  const code = await run(['man', ...argv], io);
  return { code, ...io.written, files: io.files };
}

/** Returns the written pages. */
async function pagesInFolder(): Promise<readonly string[]> {
  const { files } = await repkitMan(['--write', 'man1']);
  const folder = temporaryFolder();
  return NAMES.map((name) => {
    const path = join(folder, `${name}.1`);
    writeFileSync(path, files.get(`man1/${name}.1`) ?? '');
    return path;
  });
}

test('prints one page or writes all', async () => {
  const { files, ...result } = await repkitMan(['--write', 'man1']);
  expect(result).toEqual({ code: 0, out: '', err: '' });
  expect([...files.keys()].sort()).toEqual(NAMES.map((name) => `man1/${name}.1`).sort());
  const written = String(files.get('man1/repkit-check.1') as Uint8Array);
  expect(await repkitMan(['check'])).toMatchObject({ code: 0, out: written, err: '' });
  expect((await repkitMan([])).out).toMatch(/^\.TH REPKIT 1 2026-11-21 "repkit /);
});

test('SOURCE_DATE_EPOCH sets the date of a page', async () => {
  const first = async (epoch: string) =>
    (await repkitMan(['man'], { SOURCE_DATE_EPOCH: epoch })).out.split('\n')[0];
  expect(await first('86400')).toContain(' 1970-01-02 ');
  expect(await first('soon')).toContain(' 2026-11-21 ');
});

test('the package contains the page of every command', () => {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  expect([...manifest.man].sort()).toEqual(NAMES.map((name) => `./dist/man/${name}.1`).sort());
});

test.each([
  [['chekc'], 'repkit man: Unknown command "chekc". Did you mean "check"?'],
  [['check', 'lint'], 'repkit man: Expected one command, or --write FOLDER alone.'],
])('%j is rejected', async (argv, message) => {
  expect(await repkitMan(argv)).toMatchObject({ code: 2, out: '', err: `${message}\n` });
});

test('a missing folder is reported', async () => {
  const io = fakeIo();
  const replaceFile = () => {
    throw Object.assign(new Error('no'), { code: 'ENOENT' });
  };
  expect(await run(['man', '--write', 'nowhere'], { ...io, replaceFile })).toBe(2);
  expect(io.written.err).toMatch(/^repkit man: "nowhere\/repkit\.1" .+\n$/);
});

describeWith(['mandoc', 'groff'], 'the readers of manual pages', () => {
  test('mandoc reports no problems', async () => {
    const { stdout, stderr } = spawnSync(
      programPath('mandoc'),
      ['-T', 'lint', ...(await pagesInFolder())],
      { encoding: 'utf8' },
    );
    expect(stdout + stderr).toBe('');
  });

  test('groff reports no warnings, and lines fit 80 columns', async () => {
    for (const path of await pagesInFolder()) {
      const { stdout, stderr, status } = spawnSync(
        programPath('groff'),
        ['-man', '-ww', '-T', 'utf8', '-P', '-cbou', '-r', 'LL=78n', path],
        { encoding: 'utf8' },
      );
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toContain('SYNOPSIS');
      expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
    }
  });
});
