/** What the service returns about the robots.txt of a site. */
import type { PolicyName, Provenance, UnreachableStage } from '@repkit/client';
import type { OpenedText } from '../worker/opened-text.js';

/** What may be fetched: according to the rules, everything, or nothing. */
export const EFFECTS = ['rules', 'allow-all', 'disallow-all'] as const;

export type Effect = (typeof EFFECTS)[number];

/** What a policy makes of the response of the site. */
export interface PolicyResult {
  readonly access: Provenance['access'];
  readonly effect: Effect;
  readonly freshUntil?: number;
  /** What applies while the robots.txt is unreachable, by the time since the first failed request. */
  readonly stages: readonly {
    readonly afterMs: number;
    readonly decision: UnreachableStage['decision'];
  }[];
}

/** The response of `GET /v1/robots`. */
export interface RobotsResponse {
  readonly origin: string;
  readonly robotsTxtUrl: string;
  readonly text?: string;
  /** The bytes, if `text` differs from them. */
  readonly base64?: string;
  /** What `text` was read from, if that is the bytes. */
  readonly opened?: OpenedText;
  readonly provenance: Provenance;
  readonly policies: Readonly<Record<PolicyName, PolicyResult>>;
}

/** Whether this page can interpret the response; another version of the service may send a different shape. */
export function isRobotsResponse(value: unknown): value is RobotsResponse {
  const { origin, robotsTxtUrl, provenance, policies } = Object(value);
  const { access, url, hops, fetchedAt, nextRequestAt } = Object(provenance);
  return (
    [origin, robotsTxtUrl, access, url].every((member) => typeof member === 'string') &&
    [fetchedAt, nextRequestAt].every((member) => typeof member === 'number') &&
    Array.isArray(hops) &&
    'rfc9309' in Object(policies) &&
    Object.values(policies).every((result) => Array.isArray(Object(result).stages))
  );
}
