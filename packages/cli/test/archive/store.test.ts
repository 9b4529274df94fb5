import { DatabaseSync } from 'node:sqlite';
import { SqliteStore } from '@repkit/client/sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { StoreArchive } from '../../src/archive/store.js';
import { inShort, readAll } from '../support/archive-entries.js';
import { visited } from '../support/sites.js';
import { temporaryFolder } from '../support/temporary.js';

async function archive(broken = false): Promise<StoreArchive> {
  const path = `${temporaryFolder()}/robots.sqlite`;
  const store = new SqliteStore({ path });
  const answers = [
    ['https://a.example', { status: 200, body: 'a' }],
    ['https://b.example', { status: 404 }],
    ['https://c.example', { status: 503 }],
  ] as const;
  for (const [origin, answer] of answers) await visited(origin, answer, { store, now: 0 });
  if (broken)
    new DatabaseSync(path).exec(`UPDATE origin SET facts = '{' WHERE key LIKE '%b.example'`);
  const opened = new StoreArchive(path, store);
  onTestFinished(() => opened.close());
  return opened;
}

test('what the client has met, and each by its place', async () => {
  const store = await archive();
  const { entries, report } = await readAll(store);
  expect(inShort(entries)).toEqual([
    'https://a.example 200 a',
    'https://b.example 404 ',
    'https://c.example 503 ',
  ]);
  expect(report.faults).toEqual([]);
  expect(store.sections()).toHaveLength(1);
  for (const entry of entries) expect(await store.readAt(entry.place)).toEqual(entry);
});

test('an entry that cannot be read is reported', async () => {
  const { entries, report } = await readAll(await archive(true));
  expect(entries).toHaveLength(2);
  expect(report.faults).toMatchObject([{ name: 'rfc9309 https://b.example' }]);
});
