import { startThreadsOf } from '@repkit/bulk';
import { expect, test } from 'vitest';
import { run } from '../../src/run.js';
import { type FakeIo, fakeIo, type World } from '../support/fake-io.js';

const RULES = 'User-agent: *\nDisallow: /p\n\nUser-agent: b\nDisallow: /\n';

async function filter(world: World, ...argv: string[]) {
  const io = fakeIo({ ...world, files: { 'robots.txt': RULES, ...world.files } });
  const code = await run(['filter', ...argv], io);
  return { code, io, ...io.written };
}

function text(io: FakeIo, path: string): string {
  return Buffer.from(io.files.get(path) ?? 'no such file').toString();
}

const startThreads = startThreadsOf(new URL('../../dist/thread.js', import.meta.url));

const ROBOTS = ['--robots', 'robots.txt'];

test.each([
  [['--format', 'tsv'], (n: number) => (n % 9 === 0 ? `bad ${n}` : `/p${n}\té`), ''],
  [['--format', 'ndjson'], (n: number) => (n % 9 === 0 ? '{]' : `{"url":"/x${n}"}`), ''],
  [['--format', 'csv'], (n: number) => (n % 9 === 0 ? 'bad,1' : `/p${n},"a\nb"`), 'url,x\n'],
])('%j: any number of jobs yields the same bytes', async (format, row, head) => {
  const urls = head + Array.from({ length: 900 }, (_, n) => `${row(n)}\n`).join('');
  const argv = [...ROBOTS, ...format, '--agent', 'a', '--agent', 'b', '--rejects', 'bad'];
  const withJobs = async (...more: string[]) => {
    const { code, out, err, io } = await filter({ files: { urls }, startThreads }, ...argv, ...more, 'urls');
    return { code, out, err, bad: text(io, 'bad') };
  };
  const one = await withJobs('--jobs', '1');
  expect(one.code).toBe(0);
  expect(one.bad.split('\n').length).toBe(101);
  expect(await withJobs('--jobs', '3')).toEqual(one);
  expect(await withJobs('--jobs', '2', '--only', 'allowed')).toEqual(await withJobs('--only', 'allowed'));
});
