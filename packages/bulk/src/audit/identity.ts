/** Whether a client is the crawler that its User-Agent header names. */
import type { CrawlerProfile } from '@repkit/core/crawlers';

/**
 * - `verified`: an address that the operator documents.
 * - `not-verified`: the operator's documentation excludes the address.
 * - `unverifiable`: the operator documents no way to verify it.
 * - `unchecked`: the data or the answer is missing.
 */
export type IdentityState = 'verified' | 'not-verified' | 'unverifiable' | 'unchecked';

export interface Identities {
  /** Returns the state of an address whose requests name the crawler. Does not reject for network errors. */
  stateOf(crawler: CrawlerProfile, address: string): IdentityState | Promise<IdentityState>;
}
