/** How the robots.txt of a site was fetched: request chain, caching, and the result under each policy. */
import type { Provenance } from '@repkit/client';
import { Pane } from '../controls/pane.js';
import { knownText, reasonText } from '../messages/messages.js';
import { timeText } from '../messages/time-texts.js';
import { useMessages, usePage } from '../state/page.js';
import { PoliciesTable, UnreachableTable } from './policies.js';

/** Nothing was requested from a refused address, so there is nothing to show. */
export function FetchDetails() {
  const { state } = usePage();
  const response = state.response.value;
  if (response === undefined || response.provenance.reason === 'refused-address') return null;
  const { provenance, policies } = response;
  return (
    <div class="fetch-details columns">
      <Hops provenance={provenance} />
      <Facts provenance={provenance} />
      <PoliciesTable policies={policies} />
      <UnreachableTable policies={policies} provenance={provenance} />
    </div>
  );
}

export function Hops({ provenance }: { readonly provenance: Provenance }) {
  const messages = useMessages();
  const { live: texts, fill } = messages;
  const { hops, url, status, access } = provenance;
  return (
    <Pane id="live-hops" title={texts.requestChain} count={fill(texts.redirects, { count: hops.length })}>
      <ol class="hops numbered info">
        {hops.map((hop, index) => (
          // A URL can occur twice if the redirects form a loop.
          <li key={index}>
            <span class="badge">{hop.status}</span>
            <code>{hop.url}</code>
          </li>
        ))}
        <li class={access}>
          <span class="badge">{status ?? texts.noStatus}</span>
          <code>{url}</code>
          <span class="why hint">{reasonText(messages, provenance)}</span>
        </li>
      </ol>
    </Pane>
  );
}

export function Facts({ provenance }: { readonly provenance: Provenance }) {
  const { live: texts, fill, locale, bytes } = useMessages();
  const { fetchedAt, freshUntil, nextRequestAt, unreachableSince, source, body } = provenance;
  const time = (at: number | undefined) => at && <time>{timeText(locale, at)}</time>;
  const facts = [
    [texts.lastChecked, time(fetchedAt)],
    [texts.unreachableSince, time(unreachableSince)],
    [texts.freshUntil, time(freshUntil)],
    [texts.nextRequest, time(nextRequestAt)],
    [texts.origin, knownText(texts.source, source) ?? source],
    [texts.size, body && fill(bytes, { count: body.bytes })],
    [texts.charset, body?.charset.name],
    [texts.mediaType, body && (body.mediaType ?? texts.none)],
  ] as const;
  return (
    <Pane id="live-facts" title={texts.cache}>
      <dl class="live-facts columns">
        {facts.map(
          ([name, value]) =>
            value !== undefined && (
              <div key={name}>
                <dt class="quiet">{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </Pane>
  );
}
