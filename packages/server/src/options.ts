/** What a service may be told. */
import type { GuardOptions, PolicyName, Store, Transport } from '@repkit/client';
import type { ServerLimits } from './limits.js';

export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

export interface ServerOptions {
  /** Where copies are kept and shared. Whoever gives it leaves it to the service, which closes it at its end. */
  readonly store: Store;
  /** The User-Agent header of the requests for robots.txt files. */
  readonly userAgent: string;
  /** How errors, redirects and caching are read where a request says nothing: `rfc9309` by default. */
  readonly policy?: PolicyName | undefined;
  /** What may be reached although it is not public: nothing by default. */
  readonly guard?: GuardOptions | undefined;
  /**
   * What a request must bear as `Authorization: Bearer …`. Without one, requests are answered only where they name a host of
   * the loopback interface: a page in a browser may make its own name point there.
   */
  readonly token?: string | undefined;
  /** The origins of pages that may ask from a browser: none by default. */
  readonly cors?: readonly string[] | undefined;
  /** Requests that one client may make in a minute; Infinity by default. */
  readonly requestsPerMinute?: number | undefined;
  /** Addresses or ranges of the proxies in front, whose word on who asks is taken: none by default. */
  readonly trustedProxies?: readonly string[] | undefined;
  readonly limits?: Partial<ServerLimits> | undefined;
  readonly log?: { readonly level: LogLevel; write(line: string): void } | undefined;
  /** The folder of the web tester; by default the one that was built into this package. */
  readonly pages?: string | undefined;
  /** Gets robots.txt files in place of the network. */
  readonly transport?: Transport | undefined;
  /** Milliseconds since 1970: `Date.now` by default. */
  readonly clock?: (() => number) | undefined;
}
