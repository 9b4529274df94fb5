import { readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { SqliteStore } from '@repkit/client/sqlite';
import { SqliteReader } from '@repkit/client/sqlite-reader';
import { expect, onTestFinished, test } from 'vitest';
import { visited } from '../../../../test/support/sites.js';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { StoreArchive } from '../../src/archive/store.js';
import { InputError } from '../../src/bytes/input-error.js';
import { inShort, readAll } from '../support/archive-entries.js';

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
  await store.close();
  const opened = new StoreArchive(path, new SqliteReader({ path }));
  onTestFinished(() => opened.close());
  return opened;
}

test('reads entries of the client, and each again by its position', async () => {
  const store = await archive();
  const { entries, report } = await readAll(store);
  expect(inShort(entries)).toEqual([
    'https://a.example 200 a',
    'https://b.example 404 ',
    'https://c.example 503 ',
  ]);
  expect(report.faults).toEqual([]);
  expect(store.sections()).toHaveLength(1);
  for (const entry of entries) expect(await store.readAt(entry.position)).toEqual(entry);
});

test('reports an entry that cannot be read', async () => {
  const { entries, report } = await readAll(await archive(true));
  expect(entries).toHaveLength(2);
  expect(report.faults).toMatchObject([
    { name: expect.stringMatching(/^rfc9309\+\w{16} https:\/\/b.example$/) },
  ]);
});

const PAGE_BYTES = 4096;

/** A store of many sites with a damaged page that contains the body of one of them. */
async function damaged(lost: number): Promise<StoreArchive> {
  const path = `${temporaryFolder()}/robots.sqlite`;
  const store = new SqliteStore({ path });
  for (let site = 100; site < 300; site++) {
    await visited(`https://${site}.example`, { status: 200, body: `# ${site}` }, { store, now: 0 });
  }
  await store.close();
  const bytes = readFileSync(path);
  const at = bytes.lastIndexOf(`# ${lost}`);
  const page = at - (at % PAGE_BYTES);
  writeFileSync(path, bytes.fill(0xff, page, page + PAGE_BYTES));
  const opened = new StoreArchive(path, new SqliteReader({ path }));
  onTestFinished(() => opened.close());
  return opened;
}

test('reports the position of damage and yields the entries before it', async () => {
  const store = await damaged(290);
  const { entries, report } = await readAll(store);
  expect(entries.length).toBeGreaterThan(100);
  expect(report.faults).toEqual([
    {
      file: store.file,
      offset: entries.length,
      name: entries.at(-1)?.position.name,
      reason: 'the entries after it cannot be read: database disk image is malformed',
    },
  ]);
  expect(report.ended).toBe(entries.length);
  // Reading in batches must not lose the entries directly before the damage.
  for (const entry of entries) expect(await store.readAt(entry.position)).toEqual(entry);
  const [scope] = entries.at(-1)?.position.name?.split(' ') ?? [];
  const gone = {
    file: store.file,
    offset: 199,
    memberOffset: 0,
    name: `${scope} https://290.example`,
  };
  expect(await store.readAt(gone)).toBeUndefined();
});

test('reports damage at the start', async () => {
  const store = await damaged(100);
  const { entries, report } = await readAll(store);
  expect(entries).toEqual([]);
  expect(report.faults).toEqual([
    { file: store.file, offset: 0, reason: 'database disk image is malformed' },
  ]);
});

test('a locked store is an error', async () => {
  const path = `${temporaryFolder()}/robots.sqlite`;
  const store = new SqliteStore({ path });
  await visited('https://a.example', { status: 404 }, { store, now: 0 });
  await store.close();
  const other = new DatabaseSync(path);
  other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  const opened = new StoreArchive(path, new SqliteReader({ path, timeoutMs: 20 }));
  onTestFinished(() => {
    opened.close();
    other.close();
  });
  await expect(readAll(opened)).rejects.toThrow(
    new InputError(`"${path}" cannot be read: database is locked; check the file.`),
  );
});
