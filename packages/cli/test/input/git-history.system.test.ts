import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FileVersion, History } from '@repkit/bulk';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { type GitHistoryOptions, gitHistory } from '../../src/input/git-history.js';
import { git } from '../support/git.js';

const BODY = 'User-agent: *\nDisallow: /a\nDisallow: /b\nDisallow: /c\n';

/** A repository whose commits have given dates. */
function repository() {
  const folder = temporaryFolder();
  const run = (args: readonly string[], seconds = 0): string =>
    execFileSync('git', ['-c', 'user.name=Tester', '-c', 'user.email=t@example.com', ...args], {
      cwd: folder,
      env: { ...process.env, GIT_COMMITTER_DATE: `@${seconds} +0200`, GIT_AUTHOR_DATE: '@1 +0000' },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  run(['init', '--quiet', '--initial-branch=main']);
  const write = (path: string, body: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), body);
  };
  const commit = (seconds: number) => {
    run(['add', '--all']);
    run(['commit', '--quiet', '--no-gpg-sign', '--message', `at ${seconds}`], seconds);
  };
  return { folder, run, write, commit };
}

function read(folder: string, options: Partial<GitHistoryOptions> = {}): Promise<History> {
  const io = { git: (args: readonly string[], input?: string) => git(args, folder, input) };
  return gitHistory({ path: 'robots.txt', ...options }, io);
}

/** Seconds from and until, and the content. */
function shortForm({ from, until, robotsTxt }: FileVersion) {
  const content = typeof robotsTxt === 'string' ? robotsTxt : robotsTxt.text;
  return [from / 1000, until === undefined ? undefined : until / 1000, content];
}

test('renames, a deleted file and a merge', async () => {
  const { folder, run, write, commit } = repository();
  write('old/robots.txt', BODY);
  commit(1000);
  mkdirSync(join(folder, 'public'));
  run(['mv', 'old/robots.txt', 'public/robots.txt']);
  write('public/robots.txt', `${BODY}Disallow: /d\n`);
  commit(2000);
  run(['rm', '--quiet', 'public/robots.txt']);
  commit(3000);
  write('public/robots.txt', '# again\n');
  commit(4000);
  run(['checkout', '--quiet', '-b', 'side']);
  write('public/robots.txt', '# draft, never deployed\n');
  commit(4100);
  write('public/robots.txt', '# merged\n');
  commit(4200);
  run(['checkout', '--quiet', 'main']);
  write('other', '');
  commit(4150);
  run(['merge', '--quiet', '--no-ff', '--no-gpg-sign', '--message', 'merge', 'side'], 5000);
  const expected = [
    [1000, 2000, BODY],
    [2000, 3000, `${BODY}Disallow: /d\n`],
    [3000, 4000, 'unavailable'],
    [4000, 5000, '# again\n'],
    [5000, undefined, '# merged\n'],
  ];
  const path = 'public/robots.txt';
  const history = await read(folder, { path });
  expect(history).toMatchObject({ source: 'git', incomplete: [] });
  expect(history.versions.map(shortForm)).toEqual(expected);
  const [hash] = run(['log', '--format=%H', '-1']).split('\n');
  expect(hash?.startsWith(history.versions.at(-1)?.name ?? '?')).toBe(true);
  const elsewhere = await read('/', { path: join(folder, path) });
  expect(elsewhere.versions.map(shortForm)).toEqual(expected);
  const side = await read(folder, { path, branch: 'side' });
  expect(side.versions.map(({ from }) => from / 1000)).toEqual([1000, 2000, 3000, 4000, 4100, 4200]);
});

test('a copy of another file does not continue its history', async () => {
  const { folder, write, commit, run } = repository();
  write('site/robots.txt', '# first\n');
  write('site/staging.txt', BODY);
  commit(1000);
  run(['rm', '--quiet', 'site/robots.txt']);
  commit(2000);
  write('site/robots.txt', BODY);
  commit(3000);
  expect((await read(folder, { path: 'site/robots.txt' })).versions.map(shortForm)).toEqual([
    [1000, 2000, '# first\n'],
    [2000, 3000, 'unavailable'],
    [3000, undefined, BODY],
  ]);
});

test('with dates that do not ascend, versions overlap', async () => {
  const { folder, write, commit } = repository();
  for (const [seconds, body] of [
    [1000, 'a'],
    [3000, 'b'],
    [2000, 'c'],
    [4000, 'd'],
  ] as const) {
    write('robots.txt', body);
    commit(seconds);
  }
  expect((await read(folder)).versions.map(shortForm)).toEqual([
    [1000, 3000, 'a'],
    [2000, 3000, 'b'],
    [2000, 4000, 'c'],
    [4000, undefined, 'd'],
  ]);
});

test('during a deployment, the versions before and after it may be in force', async () => {
  const { folder, write, commit } = repository();
  for (const seconds of [1000, 1060, 2000, 3000]) {
    write('robots.txt', `# ${seconds}\n`);
    commit(seconds);
  }
  const history = await read(folder, { deployDelayMs: 100_000 });
  expect(history.versions.map(shortForm)).toEqual([
    // Until the first deployment has ended, another file may be in force.
    [1100, 1160, '# 1000\n'],
    [1100, 2100, '# 1060\n'],
    [2000, 3100, '# 2000\n'],
    [3000, undefined, '# 3000\n'],
  ]);
});

test('more versions than are read at once', async () => {
  const { folder, write, run } = repository();
  const commits = Array.from({ length: 250 }, (_, index) => {
    const body = `# ${index}\n`;
    const at = `${1000 + index} +0000`;
    return `commit refs/heads/main\ncommitter T <t@example.com> ${at}\ndata 0\nM 100644 inline robots.txt\ndata ${body.length}\n${body}\n`;
  });
  write('import', commits.join(''));
  execFileSync('git', ['fast-import', '--quiet'], { cwd: folder, input: commits.join('') });
  expect(run(['rev-list', '--count', 'main']).trim()).toBe('250');
  const { versions } = await read(folder, { branch: 'main' });
  expect(versions.map(shortForm).map(([, , text]) => text)).toEqual(Array.from({ length: 250 }, (_, index) => `# ${index}\n`));
});

test('a shallow clone is reported', async () => {
  const { folder, write, commit, run } = repository();
  write('robots.txt', BODY);
  commit(1000);
  write('robots.txt', `${BODY}#\n`);
  commit(2000);
  const clone = temporaryFolder();
  run(['clone', '--quiet', '--depth=1', `file://${folder}`, clone]);
  const history = await read(clone);
  expect(history.versions.map(shortForm)).toEqual([[2000, undefined, `${BODY}#\n`]]);
  expect(history.incomplete).toEqual([
    'The history of "robots.txt" is incomplete, because the clone is shallow. Run git fetch --unshallow; in a workflow, ' +
      'use fetch-depth: 0.',
  ]);
});

test('a symbolic link ends the history', async () => {
  const { folder, write, commit, run } = repository();
  write('site.txt', BODY);
  symlinkSync('site.txt', join(folder, 'robots.txt'));
  commit(1000);
  await expect(read(folder)).rejects.toThrow(
    /^--git "robots\.txt" has no version in "HEAD": in commit \w{12}, "robots\.txt" is a symbolic link or a submodule\. Check the path\.$/,
  );
  run(['rm', '--quiet', 'robots.txt']);
  write('robots.txt', BODY);
  commit(2000);
  const { versions, incomplete } = await read(folder);
  expect(versions.map(shortForm)).toEqual([[2000, undefined, BODY]]);
  expect(incomplete?.[0]).toMatch(/^Earlier versions of "robots\.txt" are unknown: in commit/);
});

test('a repository cannot run programs', async () => {
  const { folder, write, commit, run } = repository();
  write('robots.txt', BODY);
  commit(1000);
  const trap = join(folder, 'trap');
  for (const key of ['gpg.program', 'diff.external', 'core.pager', 'core.fsmonitor']) {
    run(['config', key, `touch ${trap}; false`]);
  }
  run(['config', 'log.showSignature', 'true']);
  expect((await read(folder)).versions).toHaveLength(1);
  expect(() => execFileSync('ls', [trap], { stdio: 'ignore' })).toThrow();
});

test.each<[string, Partial<GitHistoryOptions>, RegExp]>([
  ['an unknown path', { path: 'none.txt' }, /"none\.txt" has no version in "HEAD": the file is in no commit\. Check the path\.$/],
  ['an unknown branch', { branch: 'none' }, /"none" is not a commit \(.+\)\. Check --git and --branch\.$/],
  ['an option as a branch', { branch: '--output=x' }, /"--output=x" is not a commit/],
  ['an unknown folder', { path: 'none/robots.txt' }, /cannot change to 'none'/],
])('%s', async (_, options, message) => {
  const { folder, write, commit } = repository();
  write('robots.txt', BODY);
  commit(1000);
  await expect(read(folder, options)).rejects.toThrow(message);
});

test('outside of a repository', async () => {
  await expect(read(temporaryFolder())).rejects.toThrow(
    '--git "robots.txt" names a file in git, but there is no git repository here. Name a file in a repository.',
  );
});

test('in a repository of another user', async () => {
  const { folder, write, commit } = repository();
  write('robots.txt', BODY);
  commit(1000);
  // The tests of git use this variable.
  vi.stubEnv('GIT_TEST_ASSUME_DIFFERENT_OWNER', '1');
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  await expect(read(folder)).rejects.toThrow(
    /^--git "robots\.txt" is in a repository of another user, .+ allow it with git config --global --add safe\.directory \/.+$/,
  );
});
