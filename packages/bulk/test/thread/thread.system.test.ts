import { writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import type { FilterResult } from '../../src/filter/block-filter.js';
import type { FilterWork } from '../../src/filter/filter-runner.js';
import { batchOf } from '../../src/survey/batch-survey.js';
import { startThreadsOf } from '../../src/threads/threads.js';
import { TSV } from '../support/blocks.js';
import { SURVEY } from '../support/survey-archives.js';

const start = startThreadsOf(new URL('../../dist/thread/thread.js', import.meta.url));

async function threadFor(kind: 'filter' | 'sift' | 'survey', work: unknown) {
  const thread = await start({ threads: 1, tasksPerThread: 10, kind, work });
  onTestFinished(() => thread.close());
  return thread;
}

const SPEC = { format: TSV, crawlers: ['*'] };

test('a thread filters blocks', async () => {
  const archive = temporaryFolder();
  writeFileSync(`${archive}/a.example`, 'User-agent: *\nDisallow: /\n');
  const work: FilterWork = {
    rules: {
      kind: 'archive',
      archive,
      missing: 'unreachable',
      overrides: {},
    },
    spec: SPEC,
    maxBytes: 1_000_000,
  };
  const thread = await threadFor('filter', work);
  const hosts = ['a', 'b', 'a'];
  const replies = await Promise.all(hosts.map((host) => thread.run(new TextEncoder().encode(`http://${host}.example/\n`))));
  const texts = (replies as { result: FilterResult }[]).map(({ result }) => Buffer.from(result.bytes).toString());
  expect(texts).toEqual([
    'http://a.example/\t*\tdisallowed\n',
    'http://b.example/\t*\tunreachable\n',
    'http://a.example/\t*\tdisallowed\n',
  ]);
});

test('a thread sifts the lines of a log', async () => {
  const thread = await threadFor('sift', { site: 'example.com', crawlers: ['MyBot'] });
  const line = (agent: string) => `192.0.2.1 - - [28/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 5 "-" "${agent}"\n`;
  const lines = Buffer.from(`${line('MyBot/1')}${line('GPTBot/1.2')}?\n`);
  expect(await thread.run({ lines, sample: line('MyBot/1').trimEnd() })).toMatchObject({
    result: {
      lines: { read: 2, unreadable: 1 },
      others: { clients: 1 },
      unreadable: new TextEncoder().encode('?\n'),
      requests: [{ userAgent: 'MyBot/1', target: '/' }],
    },
  });
});

test('a thread surveys batches', async () => {
  const thread = await threadFor('survey', { options: SURVEY, format: 'ndjson' });
  const entry = { site: 'a.example', url: undefined, status: 200, location: undefined };
  const position = { file: 'a', offset: 0, memberOffset: 0 };
  const body = Buffer.from('User-agent: *');
  const task = batchOf([{ ...entry, position, body, truncated: false }]);
  expect(await thread.run(task)).toMatchObject({ result: { rows: 1 } });
});

test('a thread that cannot open its rules returns an input error', async () => {
  const archive = `${temporaryFolder()}/missing`;
  const rules = { kind: 'archive', archive, missing: 'allowed', overrides: {} } as const;
  const thread = await threadFor('filter', { rules, spec: SPEC });
  expect(await thread.run(new TextEncoder().encode('http://a/\n'))).toEqual({
    inputError: expect.stringContaining('no such file'),
  });
});
