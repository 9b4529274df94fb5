/** Asks the service for the robots.txt of a site. */
import { isRobotsAnswer, type RobotsAnswer } from './robots-answer.js';

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
