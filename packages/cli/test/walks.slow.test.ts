/** Counts the walks of `repkit check URL` and of a row of `repkit filter`; test/support/walks.ts defines the figures. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { siteWith } from '../../../test/support/site.js';
import { temporaryFolder } from '../../../test/support/temporary.js';
import { type TracedSources, traceSources, type Walk } from '../../../test/support/walks.js';
import { fakeIo } from './support/fake-io.js';

let sources: TracedSources;

beforeAll(async () => {
  sources = await traceSources();
});

afterAll(async () => {
  await sources.close();
});

test('repkit check URL fetches the robots.txt into an empty store, and a rule decides', async () => {
  const { run } = await sources.load<typeof import('../src/run.js')>('packages/cli/src/run.ts');
  const { origin } = await siteWith(200, 'User-agent: *\nDisallow: /private/\n');
  const walkOnce = async (): Promise<Walk> => {
    const io = fakeIo({ home: temporaryFolder() });
    const argv = ['check', '--allow', '127.0.0.1', `${origin}/private/a`];
    const walk = await sources.walkOf(() => run(argv, io));
    expect(io.written).toEqual({ out: expect.stringMatching(/^disallowed /), err: '' });
    return walk;
  };
  // Loads the modules of the command.
  await walkOnce();
  // The shortest walk counts, because a busy machine delays timers and chunks.
  const walks = [await walkOnce(), await walkOnce(), await walkOnce()];
  const files = walks.map((walk) => walk.files.length);
  const returns = walks.map((walk) => walk.returns);
  // The goal is 60 files and 250 returns. Core enters 25 of the files, and the client 33.
  expect(Math.min(...files), walks[0]?.files.join('\n')).toBeLessThanOrEqual(77);
  expect(Math.min(...returns)).toBeLessThanOrEqual(277);
});

test('a row of repkit filter --robots, which a rule decides', async () => {
  const { run } = await sources.load<typeof import('../src/run.js')>('packages/cli/src/run.ts');
  const io = fakeIo({ files: { 'robots.txt': 'User-agent: *\nDisallow: /private/\n' } });
  const row = 'https://example.com/private/a\n';
  const second = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  io.stdin = async function* () {
    yield Buffer.from(row);
    await second.promise;
    yield Buffer.from(row);
    await end.promise;
  };
  const rowsWritten = () => io.written.out.split('\n').length - 1;
  const running = run(['filter', '--robots', 'robots.txt'], io);
  await expect.poll(rowsWritten).toBe(1);
  const walk = await sources.walkOf(async () => {
    second.resolve();
    await expect.poll(rowsWritten).toBe(2);
  });
  end.resolve();
  expect(await running).toBe(0);
  // Core enters 6 files with 3 returns.
  expect(walk.files.length, walk.files.join('\n')).toBeLessThanOrEqual(14);
  expect(walk.returns).toBeLessThanOrEqual(3);
});
