/** Commands that rewrite a robots.txt write to files only, for each kind of argument. */
import { gzipSync } from 'node:zlib';
import { record } from '@repkit/bulk';
import { describe, expect, test } from 'vitest';
import { siteWith } from '../../../../test/support/site.js';
import { run } from '../../src/run.js';
import { fakeIo } from '../support/fake-io.js';

/** Each command would change it. */
const ROBOTS = 'user-agent: *\nDisallow: /a\nDisallow: /a/b\n';
const NOW = Date.UTC(2026, 10, 29);

const { index, newFile = '' } = record(undefined, 'https://example.com', {
  access: 'file',
  at: Date.UTC(2026, 10, 28),
  status: 200,
  headers: {},
  body: Buffer.from(ROBOTS),
});
const FILES = {
  'robots.txt': ROBOTS,
  'robots.txt.gz': gzipSync(ROBOTS),
  'h/example.com/index.ndjson': index,
  [`h/example.com/${newFile}`]: ROBOTS,
};

/** Runs a command, and returns its result with the names of the files that it wrote. */
async function repkit(argv: readonly string[], readOnly?: string) {
  const io = fakeIo({ files: { ...FILES, 'locked.txt': ROBOTS }, stdin: ROBOTS, now: () => NOW });
  const written: string[] = [];
  const git = async () => ({ exitCode: 0, stdout: Buffer.from(ROBOTS), stderr: '' });
  const replaceFile = (path: string) => void written.push(path);
  const checkWritable = (path: string) => {
    if (path === readOnly) throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
  };
  const code = await run(argv, { ...io, git, replaceFile, checkWritable });
  return { code, ...io.written, written };
}

async function argumentsFor(name: string): Promise<readonly string[]> {
  if (name !== 'SITE') return [name];
  const { origin } = await siteWith(200, ROBOTS);
  return ['--store', 'none', '--allow', '127.0.0.1', origin];
}

const COMPRESSED = 'Decompress it first.';

describe.each([
  ['a file', 'robots.txt'],
  ['a compressed file', 'robots.txt.gz'],
  ['standard input', '-'],
  ['a site', 'SITE'],
  ['a git revision', 'HEAD:robots.txt'],
  ['a staged file', ':robots.txt'],
  ['a version of repkit watch', 'h/example.com@now'],
  ['a version at a time', 'h/example.com@2026-11-28T12:00Z'],
])('%s', (_kind, name) => {
  const isFile = name === 'robots.txt';
  const isCompressed = name === 'robots.txt.gz';

  test.each([
    ['lint', '--fix'],
    ['fmt', '--write'],
  ])('%s %s', async (command, option) => {
    const argv = await argumentsFor(name);
    const { code, out, err, written } = await repkit([command, option, ...argv]);
    if (isFile) {
      expect([code, written]).toEqual([0, ['robots.txt']]);
    } else if (name === '-' && command === 'lint') {
      expect([code, written]).toEqual([0, []]);
      expect(out).toBe('user-agent: *\nDisallow: /a\n');
    } else {
      const why = isCompressed ? COMPRESSED : `${option} requires files; "${argv.at(-1)}" is not a file.`;
      expect([code, out, written]).toEqual([2, '', []]);
      expect(err).toContain(why);
    }
  });

  test('init', async () => {
    const argv = await argumentsFor(name);
    const { code, out, err, written } = await repkit(['init', '--block', 'archive', ...argv]);
    if (isCompressed) {
      expect([code, out, written]).toEqual([2, '', []]);
      expect(err).toContain(COMPRESSED);
    } else if (isFile) {
      expect([code, written]).toEqual([0, ['robots.txt']]);
    } else {
      expect([code, written]).toEqual([0, []]);
      expect(out).toContain(ROBOTS);
    }
  });
});

test.each([
  ['lint', '--fix'],
  ['fmt', '--write'],
])('%s %s writes no file if another cannot be written', async (...argv) => {
  const { code, out, err, written } = await repkit([...argv, 'robots.txt', 'locked.txt'], 'locked.txt');
  expect({ code, out, written }).toEqual({ code: 2, out: '', written: [] });
  expect(err).toBe(`repkit ${argv[0]}: "locked.txt" cannot be written: permission denied; check its mode and owner.\n`);
});

test.each([
  ['lint', '--fix', 'robots.txt:3: fixed: removed "Disallow: /a/b" (rule-changes-nothing)'],
  ['fmt', '--write', 'robots.txt\n'],
])('%s %s reports the files that were written before the disk was full', async (command, option, shown) => {
  const io = fakeIo({ files: { 'robots.txt': ROBOTS, 'second.txt': ROBOTS } });
  const replaceFile = (path: string) => {
    if (path === 'second.txt') throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
  };
  expect(await run([command, option, 'robots.txt', 'second.txt'], { ...io, replaceFile })).toBe(2);
  expect(io.written.out).toContain(shown);
  expect(io.written.out).not.toContain('second.txt');
  expect(io.written.err).toContain('"second.txt" cannot be written: the disk is full');
});
