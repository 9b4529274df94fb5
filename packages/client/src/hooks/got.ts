/** Hooks for got that refuse disallowed requests without a retry. */
import { type HookOptions, permitInTurn, refusalIn, type Scheduler, userAgentFor } from './permit.js';

/** The part of got's options that the hooks use. */
export interface GotOptions {
  readonly url?: string | URL | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Names are in lower case. */
  readonly headers?: Record<string, string | string[] | undefined>;
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
 * RobotsDisallowedError. Requests without a User-Agent header get that of the client.
 *
 * @example
 * ```ts
 * import { RobotsClient } from '@repkit/client';
 * import { robotsHooks } from '@repkit/client/got';
 * import got from 'got';
 *
 * const client = new RobotsClient({ userAgent: 'ExampleBot/1.0' });
 * const site = got.extend({ hooks: robotsHooks(client) });
 * await site('https://example.com/private/page').catch(({ code }) => code); // 'ERR_ROBOTS_DISALLOWED'
 * ```
 */
export function robotsHooks(client: Scheduler, options: HookOptions = {}): GotHooks {
  return {
    beforeRequest: [
      async ({ url, signal, headers = {} }) => {
        const userAgent = userAgentFor(client, headers['user-agent']?.toString());
        if (userAgent !== undefined) headers['user-agent'] = userAgent;
        await permitInTurn(client, String(url), options, signal);
      },
    ],
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
