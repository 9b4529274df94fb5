/** What the service answers to `GET /v1/robots`; members that the page does not show are left out. */

/** What may be fetched: what the rules of a copy say, everything, or nothing. */
export type Meaning = 'rules' | 'allow-all' | 'disallow-all';

type Access = 'successful' | 'unavailable' | 'forbidden' | 'unreachable';

export const POLICY_NAMES = ['rfc9309', 'google', 'google-2026', 'koster1996'] as const;

type PolicyName = (typeof POLICY_NAMES)[number];

interface Hop {
  readonly url: string;
  readonly status: number;
  readonly location?: string;
}

/** Times are in milliseconds since 1970. */
export interface Provenance {
  readonly access: Access;
  /** Why, by the names of the service. */
  readonly reason?: string;
  readonly detail?: string;
  readonly status?: number;
  readonly url: string;
  readonly hops: readonly Hop[];
  readonly fetchedAt: number;
  readonly ageMs: number;
  readonly freshUntil?: number;
  readonly stale: boolean;
  readonly nextRequestAt: number;
  readonly unreachableSince?: number;
  readonly source: string;
  readonly body?: {
    readonly octets: number;
    readonly charset: { readonly name: string };
    readonly truncated: boolean;
    readonly mediaType?: string;
    readonly wrongMediaType: boolean;
  };
}

export interface LadderStep {
  readonly at: number;
  readonly state: Meaning;
}

interface PolicyOutlook {
  readonly access: Access;
  readonly reason?: string;
  readonly meaning: Meaning;
  readonly freshUntil?: number;
  /** What holds from when on while no request succeeds. */
  readonly ladder: readonly LadderStep[];
}

export interface RobotsAnswer {
  readonly origin: string;
  readonly robotsTxtUrl: string;
  readonly text?: string;
  readonly provenance: Provenance;
  readonly policies: Readonly<Record<PolicyName, PolicyOutlook>>;
}

/** Whether it is an answer of a service that this page understands; one of another version may not be. */
export function isRobotsAnswer(value: unknown): value is RobotsAnswer {
  const { origin, robotsTxtUrl, provenance, policies } = Object(value);
  const { access, url, hops, fetchedAt, nextRequestAt } = Object(provenance);
  return (
    [origin, robotsTxtUrl, access, url].every((member) => typeof member === 'string') &&
    [fetchedAt, nextRequestAt].every((member) => typeof member === 'number') &&
    Array.isArray(hops) &&
    POLICY_NAMES.every((name) => Array.isArray(Object(Object(policies)[name]).ladder))
  );
}
