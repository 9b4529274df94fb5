/** Sites without a network: the real client with given responses. */
import {
  type FetchOutcome,
  type Hop,
  type PolicyName,
  RobotsClient,
  type RobotsTxtResult,
  type Store,
} from '@repkit/client';

const encoder = new TextEncoder();

export interface SiteAnswer {
  /** Undefined where the connection is refused. */
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
  /** A store is shared by clients with the same User-Agent header. */
  readonly userAgent?: string;
  /** As the command has it: a store is shared under the same guard alone. */
  readonly guard?: boolean;
}

/** What the client makes of a site that answers so. */
export async function visited(
  origin: string,
  answer: SiteAnswer,
  {
    policy = 'rfc9309',
    now = Date.now(),
    store,
    guard = false,
    userAgent = 'repkit-test',
  }: Visit = {},
): Promise<RobotsTxtResult> {
  const client = new RobotsClient({
    userAgent,
    policy,
    store,
    guard,
    clock: () => now,
    transport: {
      fetch: async ({ url }) => outcome(url, answer),
      close: async () => {},
    },
  });
  const result = await client.refresh(origin);
  await client.close();
  return result;
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
