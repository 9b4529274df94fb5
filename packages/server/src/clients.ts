/** One client for each policy and dialect that is asked for, all on one store. */
import { type PolicyName, policies, RobotsClient, type RobotsClientOptions } from '@repkit/client';
import type { DialectName } from '@repkit/core';

export interface ClientsOptions
  extends Pick<RobotsClientOptions, 'store' | 'userAgent' | 'guard' | 'transport' | 'clock'> {
  readonly policy: PolicyName;
}

const MEBI = 1024 * 1024;

export class Clients {
  readonly #options: ClientsOptions;
  readonly #clients = new Map<string, RobotsClient>();

  /** Throws a TypeError with a sentence where the options cannot be. */
  constructor(options: ClientsOptions) {
    this.#options = options;
    this.of(undefined, undefined);
  }

  /** The client of a policy, or of that of the service, which reads files in the policy's dialect or in another one. */
  of(policy: PolicyName | undefined, dialect: DialectName | undefined): RobotsClient {
    const { policy: usual, ...options } = this.#options;
    const chosen = policy ?? usual;
    const reading = dialect ?? policies[chosen].dialect;
    const key = `${chosen} ${reading}`;
    let client = this.#clients.get(key);
    if (client === undefined) {
      const isUsual = this.#clients.size === 0;
      client = new RobotsClient({
        ...options,
        guard: options.guard ?? true,
        policy: chosen,
        dialect: reading,
        // Never asked for: which crawlers are asked about is another matter than who asks.
        productToken: 'repkit',
        // Those that are asked for now and then must not take the memory of the usual one.
        limits: isUsual
          ? { memoryOrigins: 50_000, memoryBytes: 128 * MEBI }
          : { memoryOrigins: 1000, memoryBytes: 8 * MEBI },
      });
      this.#clients.set(key, client);
    }
    return client;
  }

  /** The dialect in which a file is read where a request names none. */
  dialectOf(policy: PolicyName | undefined): DialectName {
    return policies[policy ?? this.#options.policy].dialect;
  }

  /** Forgets an origin, whatever the policy. Rejects where the store cannot be told. */
  async forget(origin: string): Promise<void> {
    for (const policy of Object.values(policies)) this.of(nameOf(policy.name), undefined);
    for (const client of this.#clients.values()) await client.invalidate(origin);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#clients.values()].map((client) => client.close()));
  }
}

function nameOf(name: string): PolicyName | undefined {
  return Object.hasOwn(policies, name) ? (name as PolicyName) : undefined;
}
