import { channel } from 'node:diagnostics_channel';
import {
  type AccessResult,
  type ClientEventName,
  type PolicyName,
  type Provenance,
  RobotsClient,
  type RobotsClientOptions,
  type Turn,
} from '@repkit/client';
import { type Outcome, productToken } from '@repkit/core';
import type { CrawlerProfile } from '@repkit/core/crawlers';

export interface ClientsOptions extends Pick<RobotsClientOptions, 'store' | 'userAgent' | 'guard' | 'transport' | 'clock'> {
  readonly policy: PolicyName;
}

const MEBI = 1024 * 1024;
const decisions = channel('repkit:client:decision' satisfies ClientEventName);

/** The client of the service. It fetches under the policy of the service and reads entries under that of each check. */
export class Clients {
  readonly client: RobotsClient;
  /** The policy of requests that state none. */
  readonly policy: PolicyName;

  /** Throws a TypeError that names the invalid option. */
  constructor({ policy, ...options }: ClientsOptions) {
    this.policy = policy;
    const identity = productToken(options.userAgent);
    this.client = new RobotsClient({
      ...options,
      guard: options.guard ?? true,
      policy,
      // For the pages and sitemaps that the service requests itself. Each check names its crawler.
      productToken: identity.found ? identity.token : '*',
      limits: { memoryOrigins: 50_000, memoryBytes: 128 * MEBI },
    });
  }

  /** Returns what a site permits to a crawler. */
  access(
    url: string,
    crawler: string | CrawlerProfile,
    policy: PolicyName | undefined,
    signal: AbortSignal,
  ): Promise<AccessResult> {
    return this.client.access(url, { crawler, policy: this.#policyFor(crawler, policy), signal });
  }

  /** Reserves the time of a request to a site by a crawler, under the same policy. */
  schedule(url: string, crawler: string | CrawlerProfile, policy: PolicyName | undefined, signal: AbortSignal): Promise<Turn> {
    return this.client.schedule(url, { crawler, policy: this.#policyFor(crawler, policy), signal });
  }

  /** Reports a decision as `check` of the client does, for metrics. */
  report({ origin, stale, source }: Provenance, outcome: Outcome): void {
    if (decisions.hasSubscribers) {
      decisions.publish({ origin, outcome, stale, hit: source === 'memory' });
    }
  }

  /** Every documented policy is one of the client's, which a test of the client ensures. */
  #policyFor(crawler: string | CrawlerProfile, policy: PolicyName | undefined): PolicyName {
    const documented = typeof crawler === 'string' ? undefined : crawler.policy;
    return policy ?? (documented as PolicyName | undefined) ?? this.policy;
  }
}
