/** Hooks for got that refuse disallowed requests without a retry. */
import { type HookOptions, permitInTurn, RobotsDisallowedError, type Scheduler } from './permit.js';

/** The part of got's options that the hooks use. */
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
 * Returns hooks for got: `got.extend({ hooks: robotsHooks(client) })`. got runs `beforeRequest` for each request,
 * redirect, and retry. If other hooks change the URL, these must come after them. A refused request fails with a
 * RobotsDisallowedError.
 */
export function robotsHooks(client: Scheduler, options: HookOptions = {}): GotHooks {
  return {
    beforeRequest: [({ url }) => permitInTurn(client, String(url), options)],
    // got does not retry unknown errors, but a custom `calculateDelay` may.
    beforeRetry: [
      (error) => {
        const refusal = refusalIn(error);
        if (refusal !== undefined) throw refusal;
      },
    ],
    beforeError: [(error) => refusalIn(error) ?? error],
  };
}

/** Returns the refusal in an error; got wraps errors that its hooks throw. */
export function refusalIn(error: unknown): RobotsDisallowedError | undefined {
  if (error instanceof RobotsDisallowedError) return error;
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof RobotsDisallowedError ? cause : undefined;
}
