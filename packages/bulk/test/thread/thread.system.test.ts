import { writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { WHOLE_ARCHIVE } from '../../src/archive/entry.js';
import type { FilterResult } from '../../src/filter/block-filter.js';
import type { FilterWork } from '../../src/filter/filter-runner.js';
import { startThreadsOf } from '../../src/threads/threads.js';
import { SURVEY } from '../support/survey-archives.js';

const start = startThreadsOf(new URL('../../dist/thread/thread.js', import.meta.url));

async function threadFor(kind: 'filter' | 'survey', work: unknown) {
  const thread = await start({ threads: 1, tasksPerThread: 10, kind, work });
  onTestFinished(() => thread.close());
  return thread;
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
  const thread = await threadFor('filter', work);
  const hosts = ['a', 'b', 'a'];
  const replies = await Promise.all(
    hosts.map((host) => thread.run(new TextEncoder().encode(`http://${host}.example/\n`))),
  );
  const texts = (replies as { result: FilterResult }[]).map(({ result }) =>
    Buffer.from(result.bytes).toString(),
  );
  expect(texts).toEqual([
    'http://a.example/\t*\tdisallowed\n',
    'http://b.example/\t*\tunreachable\n',
    'http://a.example/\t*\tdisallowed\n',
  ]);
});

test('a thread surveys sections', async () => {
  const thread = await threadFor('survey', { options: SURVEY, format: 'ndjson' });
  const task = { file: temporaryFolder(), section: WHOLE_ARCHIVE };
  expect(await thread.run(task)).toMatchObject({ result: { rows: 0 } });
  const missing = { file: `${temporaryFolder()}/missing`, section: WHOLE_ARCHIVE };
  expect(await thread.run(missing)).toEqual({
    inputError: expect.stringContaining('no such file'),
  });
});
