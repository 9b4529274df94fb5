import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { WHOLE_ARCHIVE } from '../../src/archive/entry.js';
import { openWork, type ThreadWork } from '../../src/thread/thread-work.js';
import type { Runner } from '../../src/threads/thread-port.js';
import { SURVEY } from '../support/survey-archives.js';
import { fakeSystem } from '../support/system.js';

/** Opens work for tasks of any type. */
async function opened(work: ThreadWork) {
  return (await openWork(work, fakeSystem())) as Runner<unknown, unknown>;
}

test('filters blocks of rows', async () => {
  const rules = { kind: 'robots', bytes: Buffer.from(''), dialect: 'rfc9309' } as const;
  const spec = { format: { name: 'tsv' }, crawlers: ['*'], only: undefined } as const;
  const runner = await opened({ kind: 'filter', rules, spec });
  expect(await runner.run(Buffer.from('/a\n'))).toMatchObject({ lines: 1 });
});

test('surveys sections', async () => {
  const runner = await opened({ kind: 'survey', options: SURVEY, format: 'ndjson' });
  const task = { file: temporaryFolder(), section: WHOLE_ARCHIVE };
  expect(await runner.run(task)).toMatchObject({ rows: 0 });
  await runner.close();
});
