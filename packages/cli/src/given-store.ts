/** The store that `--store` or REPKIT_STORE names. */
import { type StorePlace, storePlace } from '@repkit/client/store-url';
import { CommandError } from './command-error.js';
import type { GivenStore } from './fetch-options.js';

/** Throws a CommandError for what names none. */
export function givenStore({ url, by }: GivenStore): StorePlace {
  try {
    return storePlace(url);
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    throw new CommandError(`${by}: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`);
  }
}
