import { expect, test } from 'vitest';
import { run } from '../../src/run.js';
import { fakeIo } from '../support/fake-io.js';

const ROBOTS = 'User-agent: *\nDissalow: /a\nDissalow: /a\nNoindex: /b\n';

async function lint(files: Readonly<Record<string, string>>, ...argv: string[]) {
  const io = fakeIo({ files });
  const code = await run(['lint', ...argv], io);
  const base = io.files.get('ci/base.json');
  return { code, ...io.written, base: base === undefined ? '' : String(base) };
}

const BASELINE = ['--baseline', 'ci/base.json'];

test('accepted problems are not reported, wherever their lines are', async () => {
  const updated = await lint({ 'robots.txt': ROBOTS }, ...BASELINE, '--update-baseline', 'robots.txt');
  expect(updated.code).toBe(0);
  expect(updated.out).toMatch(/^No problems found \(1 file\); \d+ in the baseline\.\n$/);
  expect(JSON.parse(updated.base)).toMatchObject({
    version: 1,
    files: { '../robots.txt': { 'misspelt-field': { 'Dissalow: /a': 2 } } },
  });
  const moved = { 'robots.txt': `# moved\n\n${ROBOTS}`, 'ci/base.json': updated.base };
  expect((await lint(moved, ...BASELINE, 'robots.txt')).out).toBe(updated.out);
});

test('further problems are reported, also if an accepted one has the same text', async () => {
  const options = [...BASELINE, '--select', 'misspelt-field'];
  const { base } = await lint({ 'robots.txt': ROBOTS }, ...options, '--update-baseline', 'robots.txt');
  const files = { 'robots.txt': `${ROBOTS}Dissalow: /a\nDissalow: /c\n`, 'ci/base.json': base };
  const { code, out } = await lint(files, ...options, '--max-warnings', '1', 'robots.txt');
  expect(code).toBe(1);
  expect(out).toMatch(/\n2 warnings in 1 file; 2 in the baseline; /);
  const json = JSON.parse((await lint(files, ...options, '--format', 'json', 'robots.txt')).out);
  expect(json.files).toMatchObject([{ accepted: 2, diagnostics: [{ line: 5 }, { line: 6 }] }]);
});

test('--fix leaves accepted problems alone', async () => {
  const { base } = await lint({ 'robots.txt': ROBOTS }, ...BASELINE, '--update-baseline', 'robots.txt');
  const io = fakeIo({ files: { 'robots.txt': `${ROBOTS}Dissalow: /c\n`, 'ci/base.json': base } });
  await run(['lint', ...BASELINE, '--fix', '--unsafe', '--select', 'misspelt-field', 'robots.txt'], io);
  expect(String(Buffer.from(io.files.get('robots.txt') ?? ''))).toBe(`${ROBOTS}Disallow: /c\n`);
  expect(io.written.out).toMatch(/\n\nNo problems found \(1 file\); 1 fixed; 2 in the baseline\.\n$/);
});

test.each(['', '[]', '{}', '{"version":2,"files":{}}', '{"version":1}', '{"version":1,"files":{"a":1}}'])(
  'a file that is not a baseline is rejected: %j',
  async (text) => {
    const { code, err } = await lint({ 'robots.txt': '', 'ci/base.json': text }, ...BASELINE, 'robots.txt');
    expect(code).toBe(2);
    expect(err).toBe(
      'repkit lint: --baseline "ci/base.json" is not a baseline of this version. Write it with --update-baseline.\n',
    );
  },
);

test('a missing baseline is an error', async () => {
  const { code, err } = await lint({ 'robots.txt': '' }, ...BASELINE, 'robots.txt');
  expect(code).toBe(2);
  expect(err).toContain('--baseline "ci/base.json" cannot be read');
});

test('folders and globs are expanded, and excluded files are skipped', async () => {
  const files = {
    'a/robots.txt': '',
    'a/b/robots.staging.txt': '',
    'a/notes.txt': 'x',
    'c/example.com-robots.txt': 'x\n',
  };
  const names = async (...argv: string[]) => {
    const { out } = await lint(files, '--format', 'json', ...argv);
    return JSON.parse(out).files.map(({ name }: { name: string }) => name);
  };
  const all = ['a/b/robots.staging.txt', 'a/robots.txt', 'c/example.com-robots.txt'];
  expect(await names('.')).toEqual(all);
  expect(await names('a')).toEqual(all.slice(0, 2));
  expect(await names('*/robots.txt')).toEqual(['a/robots.txt']);
  expect(await names('--exclude', 'a/**', '.', 'a/robots.txt')).toEqual(all.slice(2));
  const none = await lint({ 'a/notes.txt': '' }, 'a');
  expect(none).toMatchObject({
    code: 2,
    err: 'repkit lint: "a" has no robots.txt. Check the path.\n',
  });
});
