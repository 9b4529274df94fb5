/** The store that `--store` or REPKIT_STORE names, or the usual one. */
import type { Store } from '@repkit/client';
import { openStore, type StorePlace, storePlace } from '@repkit/client/store-url';
import { CommandError } from './command-error.js';
import type { GivenStore, StoreChoice } from './fetch-options.js';
import type { Io } from './io.js';
import { usualStoreFile } from './usual-store.js';

/**
 * Undefined where none is wanted. Rejects with a CommandError for what names none, and with other errors, which say why,
 * where it cannot be opened.
 */
export async function chosenStore(
  choice: StoreChoice,
  world: Pick<Io, 'env' | 'platform' | 'homeDirectory'>,
): Promise<Store | undefined> {
  switch (choice.kind) {
    case 'none':
      return undefined;
    case 'given':
      return await openStore(placeOf(choice));
    case 'usual':
      return await openStore({ kind: 'sqlite', path: usualStoreFile(world) });
  }
}

function placeOf({ url, by }: GivenStore): StorePlace {
  try {
    return storePlace(url);
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    throw new CommandError(`${by}: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`);
  }
}
