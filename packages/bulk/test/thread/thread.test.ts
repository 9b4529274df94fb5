import { writeFileSync } from 'node:fs';
import { Tinypool } from 'tinypool';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { WHOLE_ARCHIVE } from '../../src/archive/entry.js';
import type { FilterResult } from '../../src/filter/block-filter.js';
import type { FilterWork } from '../../src/filter/filter-runner.js';
import { nodeSystem } from '../../src/threads/system.js';
import { SURVEY } from '../support/survey-archives.js';

function threadFor(name: 'filter' | 'survey', workerData: unknown) {
  const threads = new Tinypool({
    filename: nodeSystem.threadFile,
    ...{ name, workerData, minThreads: 1, maxThreads: 1, concurrentTasksPerWorker: 10 },
  });
  onTestFinished(() => threads.destroy());
  return (task: unknown) => threads.run(task);
}

const SPEC = { format: { name: 'tsv' }, crawlers: ['*'], only: undefined } as const;

test('a thread filters blocks', async () => {
  const archive = temporaryFolder();
  writeFileSync(`${archive}/a.example`, 'User-agent: *\nDisallow: /\n');
  const work: FilterWork = {
    rules: {
      kind: 'archive',
      archive,
      missing: 'unreachable',
      given: {},
    },
    spec: SPEC,
  };
  const run = threadFor('filter', work);
  const hosts = ['a', 'b', 'a'];
  const replies = await Promise.all(
    hosts.map((host) => run(new TextEncoder().encode(`http://${host}.example/\n`))),
  );
  const texts = replies.map(({ result }: { result: FilterResult }) =>
    Buffer.from(result.bytes).toString(),
  );
  expect(texts).toEqual([
    'http://a.example/\t*\tdisallowed\n',
    'http://b.example/\t*\tunreachable\n',
    'http://a.example/\t*\tdisallowed\n',
  ]);
});

test('a thread surveys sections', async () => {
  const run = threadFor('survey', { options: SURVEY, format: 'ndjson' });
  const task = { file: temporaryFolder(), section: WHOLE_ARCHIVE };
  expect(await run(task)).toMatchObject({ result: { rows: 0 } });
  const missing = { file: `${temporaryFolder()}/missing`, section: WHOLE_ARCHIVE };
  expect(await run(missing)).toEqual({ inputError: expect.stringContaining('no such file') });
});
