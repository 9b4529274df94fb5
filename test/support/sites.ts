/** Results of the real client for given responses, without a network. */
import {
  type AccessResult,
  type FetchOutcome,
  type Hop,
  type PolicyName,
  RobotsClient,
  type Store,
  type Transport,
} from '@repkit/client';

const encoder = new TextEncoder();

export interface SiteAnswer {
  /** Undefined if the connection is refused. */
  readonly status?: number;
  readonly body?: string;
  readonly mediaType?: string;
  readonly hops?: readonly Hop[];
}

export interface Visit {
  readonly policy?: PolicyName;
  /** Milliseconds since 1970. */
  readonly now?: number;
  readonly store?: Store;
  /** Clients share entries of a store only if their User-Agent headers are equal. */
  readonly userAgent?: string;
  /** Clients share entries of a store only if their guards are equal. */
  readonly guard?: boolean;
}

/** Returns the client's result for a site with this response. */
export async function visited(
  origin: string,
  answer: SiteAnswer,
  { policy = 'rfc9309', now = Date.now(), store, guard = false, userAgent = 'repkit-test' }: Visit = {},
): Promise<AccessResult> {
  const client = new RobotsClient({
    userAgent,
    policy,
    store,
    guard,
    clock: () => now,
    transport: transportOf(answer),
  });
  const { provenance: refreshed } = await client.refresh(origin);
  const { access, provenance } = await client.access(origin);
  await client.close();
  return { access, provenance: { ...provenance, source: refreshed.source } };
}

/** Returns a transport that receives this response to every request. */
export function transportOf(answer: SiteAnswer): Transport {
  return { fetch: async ({ url }) => outcome(url, answer), close: async () => {} };
}

function outcome(url: string, { status, body, mediaType, hops = [] }: SiteAnswer): FetchOutcome {
  const attempt = { url: hops.at(-1)?.location ?? url, hops };
  if (status === undefined) {
    return {
      kind: 'failure',
      ...attempt,
      failure: 'connect',
      detail: 'the connection was refused',
    };
  }
  const bytes = encoder.encode(body);
  return {
    kind: 'http',
    ...attempt,
    status,
    headers: mediaType === undefined ? {} : { 'content-type': mediaType },
    body:
      status === 200
        ? {
            bytes,
            truncated: false,
            charset: { name: 'utf-8', from: 'default' },
            wireBytes: bytes.length,
          }
        : undefined,
    conditional: false,
  };
}
