import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { SqliteStore } from '../../src/store/sqlite-store.js';
import { decodeEntry } from '../../src/store/stored-entry.js';
import { binary, copy, NOW } from '../support/entries.js';
import { StoreProcess } from '../support/store-process.js';
import { closing } from './contract.js';
import { testProcesses } from './contract-processes.js';

function newPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'repkit-sqlite-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'store.db');
}

testProcesses(() => ({ kind: 'sqlite', path: newPath() }));

test('a writer killed repeatedly while writing leaves complete entries', async () => {
  const path = newPath();
  const keys = ['a', 'b', 'c', 'd'];
  for (let round = 0; round < 10; round += 1) {
    const writer = new StoreProcess({ kind: 'sqlite', path });
    await writer.churn(keys);
    await new Promise((resolve) => setTimeout(resolve, 10 + round * 7));
    await writer.kill();
    const store = closing(new SqliteStore({ path }));
    for (const key of keys) {
      const value = await store.get(key);
      const { settled, refreshAt } = (value && decodeEntry(key, value)) ?? {};
      // The child writes the round into the body.
      const body = binary(((Number(refreshAt) - NOW) * 7919) % 100_000);
      expect(settled).toEqual({ ...copy, body });
    }
    const database = new DatabaseSync(path);
    expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    database.close();
  }
});
