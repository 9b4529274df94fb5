/** Asks the service for the robots.txt of a site (`GET /v1/robots`). */

export type Asked =
  | { readonly kind: 'answer'; readonly answer: RobotsAnswer }
  /** A problem document (RFC 9457), in the words of the service. */
  | { readonly kind: 'problem'; readonly title: string; readonly detail: string }
  /** The service does not answer, or nothing that this page understands. */
  | { readonly kind: 'no-answer' };

export interface AskOptions {
  /** Asks the site anew, whatever the service knows. */
  readonly refresh: boolean;
  readonly signal: AbortSignal;
}

/** A name alone is that of a host; `https` is what most sites answer under. */
export function urlOf(text: string): string {
  const url = text.trim();
  return url.includes('://') ? url : `https://${url}`;
}

/** Rejects only where the signal ends it. */
export async function askService(text: string, { refresh, signal }: AskOptions): Promise<Asked> {
  const query = new URLSearchParams({ origin: urlOf(text), ...(refresh && { refresh: 'true' }) });
  try {
    const response = await fetch(`/v1/robots?${query}`, { signal });
    const said: unknown = await response.json();
    if (response.ok) {
      return isRobotsAnswer(said) ? { kind: 'answer', answer: said } : { kind: 'no-answer' };
    }
    const { title, detail } = Object(said);
    if (typeof title !== 'string') return { kind: 'no-answer' };
    return { kind: 'problem', title, detail: typeof detail === 'string' ? detail : '' };
  } catch (error) {
    if (signal.aborted) throw error;
    return { kind: 'no-answer' };
  }
}

/** What may be fetched: what the rules of a copy say, everything, or nothing. */
export type Effect = 'rules' | 'allow-all' | 'disallow-all';

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
    readonly bytes: number;
    readonly charset: { readonly name: string };
    readonly truncated: boolean;
    readonly mediaType?: string;
    readonly wrongMediaType: boolean;
  };
}

export interface UnreachableStage {
  readonly at: number;
  readonly state: Effect;
}

interface PolicyForecast {
  readonly access: Access;
  readonly reason?: string;
  readonly effect: Effect;
  readonly freshUntil?: number;
  /** What holds from when on while no request succeeds. */
  readonly stages: readonly UnreachableStage[];
}

export interface RobotsAnswer {
  readonly origin: string;
  readonly robotsTxtUrl: string;
  readonly text?: string;
  readonly provenance: Provenance;
  readonly policies: Readonly<Record<PolicyName, PolicyForecast>>;
}

/** Whether it is an answer of a service that this page understands; one of another version may not be. */
export function isRobotsAnswer(value: unknown): value is RobotsAnswer {
  const { origin, robotsTxtUrl, provenance, policies } = Object(value);
  const { access, url, hops, fetchedAt, nextRequestAt } = Object(provenance);
  return (
    [origin, robotsTxtUrl, access, url].every((member) => typeof member === 'string') &&
    [fetchedAt, nextRequestAt].every((member) => typeof member === 'number') &&
    Array.isArray(hops) &&
    POLICY_NAMES.every((name) => Array.isArray(Object(Object(policies)[name]).stages))
  );
}
