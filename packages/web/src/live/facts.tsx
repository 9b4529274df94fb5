/** What is known of the copy: how long it lives, when the next request is due, and what was received. */
import { useMessages, useSelected } from '../state/app-context.js';
import type { Provenance } from './robots-answer.js';
import { timeText } from './times.js';

export function Facts({ provenance }: { readonly provenance: Provenance }) {
  const { live: texts } = useMessages();
  const language = useSelected((state) => state.language);
  const { fetchedAt, freshUntil, nextRequestAt, unreachableSince, source, body, stale } =
    provenance;
  const time = (at: number | undefined) => at && <time>{timeText(language, at)}</time>;
  const facts = [
    [texts.asOf, time(fetchedAt)],
    [texts.unreachableSince, time(unreachableSince)],
    [texts.freshUntil, time(freshUntil)],
    [texts.nextRequest, time(nextRequestAt)],
    [texts.heldIn, new Map<string, string>(Object.entries(texts.source)).get(source) ?? source],
    [texts.size, body && texts.octets(body.octets.toLocaleString(language))],
    [texts.charset, body?.charset.name],
    [texts.mediaType, body && (body.mediaType ?? texts.none)],
  ] as const;
  const warnings = [
    stale && texts.stale,
    body?.wrongMediaType && texts.wrongMediaType,
    body?.truncated && texts.truncated,
  ].filter((text) => typeof text === 'string');
  return (
    <section class="pane" aria-labelledby="live-facts">
      <header class="pane-head">
        <h2 id="live-facts">{texts.copy}</h2>
      </header>
      <dl class="live-facts">
        {facts.map(
          ([name, value]) =>
            value !== undefined && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {warnings.map((warning) => (
        <p class="live-warning" key={warning}>
          {warning}
        </p>
      ))}
    </section>
  );
}
