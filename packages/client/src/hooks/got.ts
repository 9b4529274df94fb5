/** Hooks for got: a request that robots.txt does not allow is not sent, and not tried again. */
import { type Checker, permit, RobotsDisallowedError } from './permit.js';

/** What the hooks read of got's options. */
export interface GotOptions {
  readonly url?: string | URL | undefined;
}

/** For the option `hooks` of got. */
export interface GotHooks {
  beforeRequest: ((options: GotOptions) => Promise<void>)[];
  beforeRetry: ((error: Error) => void)[];
  beforeError: ((error: Error) => Error)[];
}

/**
 * `got.extend({ hooks: robotsHooks(client) })`. got runs `beforeRequest` for each request, those after a redirect and
 * those of a retry as well. Where other hooks change the URL, these come after them. A refused request fails with a
 * RobotsDisallowedError.
 */
export function robotsHooks(client: Checker): GotHooks {
  return {
    beforeRequest: [({ url }) => permit(client, String(url))],
    // got retries no error that it does not know, but a `calculateDelay` of the caller's may.
    beforeRetry: [
      (error) => {
        const refusal = refusalIn(error);
        if (refusal !== undefined) throw refusal;
      },
    ],
    beforeError: [(error) => refusalIn(error) ?? error],
  };
}

/** The refusal that an error is, or that it was made of: got wraps what its hooks throw. */
export function refusalIn(error: unknown): RobotsDisallowedError | undefined {
  if (error instanceof RobotsDisallowedError) return error;
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof RobotsDisallowedError ? cause : undefined;
}
