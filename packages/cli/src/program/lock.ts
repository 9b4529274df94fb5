/** A lock between processes. */
import { setTimeout as sleep } from 'node:timers/promises';
import { InputError } from '@repkit/bulk';

const RETRY_MS = 50;

/** Primary result code of SQLite: the lowest byte of the extended codes. */
const SQLITE_BUSY = 5;

/**
 * Implements `lock` of `Io` with an empty SQLite database, whose lock the operating system releases when a process ends, however
 * it ends. A file that marks the lock would have to be deleted by hand after a crash.
 */
export async function takeLock(path: string, waitMs: number): Promise<() => void> {
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(path, { timeout: 0 });
  const end = performance.now() + waitMs;
  for (;;) {
    try {
      database.exec('BEGIN EXCLUSIVE');
      return () => database.close();
    } catch (error) {
      if (isBusy(error) && performance.now() < end) {
        await sleep(RETRY_MS);
        continue;
      }
      database.close();
      if (!isBusy(error)) throw error;
      throw new InputError(`"${path}" is locked by another process. Try again when it has ended.`);
    }
  }
}

function isBusy(error: unknown): boolean {
  if (!(error instanceof Error) || !('errcode' in error)) return false;
  return (Number(error.errcode) & 0xff) === SQLITE_BUSY;
}
