import type { Provenance } from '@repkit/client';
import { statusText } from '../access-detail.js';
import { type FileProvenance, isFromFile } from '../robots-txt-source.js';
import { ago, duration } from './duration.js';
import { visible, visibleName } from './visible.js';

/** Where a robots.txt came from, and how long it lives: lines of an explanation, each behind its label. */
export function provenanceLines(provenance: FileProvenance | Provenance): string[] {
  if (isFromFile(provenance)) {
    const { file } = provenance;
    return [`source:     ${visibleName(file)}`];
  }
  const { policy, robotsTxtUrl, hops, source, body } = provenance;
  const whence = [
    `${visible(robotsTxtUrl)} (${statusText(provenance)})`,
    ...(source === 'store' ? ['from the store'] : []),
    ...life(provenance),
  ];
  return [
    `source:     ${whence.join(', ')}`,
    ...hops.map(({ url, status, location = 'nowhere that can be read' }) =>
      visible(`redirect:   ${url} to ${location} (status ${status})`),
    ),
    ...(provenance.unreachableSince === undefined
      ? []
      : [failing(provenance, provenance.unreachableSince)]),
    // RFC 9309 2.3: "Internet Media Type 'text/plain'".
    ...(body?.wrongMediaType
      ? [
          `media type: ${visible(`${body.mediaType}`)}, not text/plain; it is read line by line all the same`,
        ]
      : []),
    `policy:     ${visible(policy)}`,
  ];
}

/** When it was asked for, and until when that holds. */
function life({ access, ageMs, fetchedAt, freshUntil }: Provenance): string[] {
  const [verb, holds] = access === 'successful' ? ['fetched', 'fresh'] : ['asked', 'holds'];
  const asked = `${verb} ${ago(ageMs)}`;
  if (freshUntil === undefined) return [asked];
  const leftMs = freshUntil - (fetchedAt + ageMs);
  return [
    asked,
    leftMs > 0 ? `${holds} for ${duration(leftMs)}` : `out of date for ${duration(-leftMs)}`,
  ];
}

/** Since when requests have failed, and when the next one is due. */
function failing(provenance: Provenance, since: number): string {
  const { access, detail, fetchedAt, ageMs, nextRequestAt } = provenance;
  const now = fetchedAt + ageMs;
  // Of what is unreachable the reason tells it.
  const what = access === 'unreachable' ? '' : `: ${visible(`${detail}`)}`;
  return (
    `failing:    since ${utc(since)} (${ago(now - since)})${what}; ` +
    `next try in ${duration(nextRequestAt - now)}, or now with --refresh`
  );
}

/** `2026-11-21 11:28:57 UTC`. */
function utc(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
