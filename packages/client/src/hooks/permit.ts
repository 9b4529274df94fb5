import type { RobotsClient } from '../robots-client.js';
import { RobotsDisallowedError } from '../robots-disallowed-error.js';

/** All that a hook asks of a client. */
export type Checker = Pick<RobotsClient, 'check'>;

/**
 * Returns where the URL may be fetched now. Throws a RobotsDisallowedError where it may not, and whatever `check` rejects
 * with where nobody can know: hooks then refuse as well.
 */
export async function permit(client: Checker, url: string, signal?: AbortSignal): Promise<void> {
  const decision = await client.check(url, { signal });
  if (decision.outcome !== 'allowed') throw new RobotsDisallowedError(decision);
}
