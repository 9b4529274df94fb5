import { existsSync } from 'node:fs';
import { InputError } from '@repkit/bulk';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { chosenStore } from '../../src/input/fetch-robots.js';
import type { StoreChoice } from '../../src/options/fetch-options.js';

/** What came of it, once it is closed again. */
async function nameOf(choice: StoreChoice, home = '/none'): Promise<string | undefined> {
  const world = { env: {}, platform: 'linux', homeDirectory: () => home } as const;
  const store = await chosenStore(choice, world);
  await store?.close();
  return store?.name;
}

test('what names a store, the usual one, and none', async () => {
  const home = temporaryFolder();
  const given = { kind: 'given', by: '--store' } as const;
  expect(await nameOf({ ...given, url: 'redis://127.0.0.1:1' })).toBe('redis');
  expect(await nameOf({ ...given, url: `${home}/redis` })).toBe('sqlite');
  expect(existsSync(`${home}/redis`)).toBe(true);
  expect(await nameOf({ kind: 'usual' }, home)).toBe('sqlite');
  expect(existsSync(`${home}/.cache/repkit/robots.sqlite`)).toBe(true);
  expect(await nameOf({ kind: 'none' })).toBeUndefined();
});

test.each(['--store', 'REPKIT_STORE'] as const)(
  'what names none is a mistake, told without its secret: %s',
  async (by) => {
    await expect(nameOf({ kind: 'given', url: 'mysql://root:secret@db', by })).rejects.toThrow(
      new InputError(
        `${by}: unknown store scheme "mysql". Use a path, sqlite:PATH, memory, or redis://HOST:PORT.`,
      ),
    );
  },
);

test('one that cannot be opened is another matter', async () => {
  const opened = nameOf({ kind: 'given', url: '/dev/null/robots.sqlite', by: '--store' });
  await expect(opened).rejects.toThrow('cannot be opened');
  await expect(opened).rejects.not.toThrow(InputError);
});
