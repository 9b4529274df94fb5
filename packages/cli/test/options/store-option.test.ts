import { existsSync } from 'node:fs';
import { InputError } from '@repkit/bulk';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { chosenStore } from '../../src/input/fetch-robots.js';
import type { StoreChoice } from '../../src/options/fetch-options.js';

/** Opens and closes the store, and returns its name. */
async function nameOf(choice: StoreChoice, home = '/none'): Promise<string | undefined> {
  const io = { env: {}, platform: 'linux', homeDirectory: () => home } as const;
  const store = await chosenStore(choice, io);
  await store?.close?.();
  return store?.name;
}

test('--store selects a Redis, a file, the default file or none', async () => {
  const home = temporaryFolder();
  const given = { kind: 'custom', by: '--store' } as const;
  expect(await nameOf({ ...given, url: 'redis://127.0.0.1:1' })).toBe('redis');
  expect(await nameOf({ ...given, url: `${home}/redis` })).toBe('sqlite');
  expect(existsSync(`${home}/redis`)).toBe(true);
  expect(await nameOf({ kind: 'default' }, home)).toBe('sqlite');
  expect(existsSync(`${home}/.cache/repkit/robots.sqlite`)).toBe(true);
  expect(await nameOf({ kind: 'none' })).toBeUndefined();
});

test.each(['--store', 'REPKIT_STORE'] as const)('an unknown scheme in %s is reported without the password', async (by) => {
  await expect(nameOf({ kind: 'custom', url: 'mysql://root:secret@db', by })).rejects.toThrow(
    new InputError(`${by}: Unknown store scheme "mysql". Use a path, sqlite:PATH, memory, or redis://HOST:PORT.`),
  );
});

test('a store that cannot be opened is not an InputError', async () => {
  const opened = nameOf({ kind: 'custom', url: '/dev/null/robots.sqlite', by: '--store' });
  await expect(opened).rejects.toThrow('cannot be opened');
  await expect(opened).rejects.not.toThrow(InputError);
});
