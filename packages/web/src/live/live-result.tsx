/** The fetched robots.txt of a site: access result, request chain, caching, and the result under each policy. */
import type { Provenance } from '@repkit/client';
import { Button } from '../controls/button.js';
import { Pane } from '../controls/pane.js';
import { knownText, type Messages } from '../messages/messages.js';
import { useMessages, usePage } from '../state/page.js';
import { showFile } from '../state/url-lines.js';
import type { RobotsResponse } from './fetch-robots.js';
import { PoliciesTable, UnreachableTable } from './policies.js';
import { timeText } from './time-texts.js';

/** The editor shows the whole text. */
const SHOWN_CHARACTERS = 20_000;

export interface LiveResultProps {
  readonly response: RobotsResponse;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
}

/** The details are folded until the user opens them. */
export function LiveResult({ response, isOpen, onToggle }: LiveResultProps) {
  const { state, messages } = usePage();
  const texts = messages.live;
  const { robotsTxtUrl, text, provenance, policies } = response;
  return (
    <>
      <section class={`pane result stack live-outcome ${provenance.access}`}>
        <h3>{texts.outcome[provenance.access]}</h3>
        <p class="hint">
          <code>{robotsTxtUrl}</code> {reasonText(messages, provenance)}
        </p>
        {text !== undefined && (
          <Button onClick={() => showFile(state, text)}>{texts.useInEditor}</Button>
        )}
      </section>
      {text !== undefined && (
        <Pane id="live-text" title={texts.fetchedText}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable with the keyboard. */}
          <pre class="live-text" tabIndex={0}>
            {text.slice(0, SHOWN_CHARACTERS)}
            {text.length > SHOWN_CHARACTERS && '…'}
          </pre>
        </Pane>
      )}
      {/* Nothing was requested from a refused address, so there is nothing more to show. */}
      {provenance.reason !== 'refused-address' && (
        <details
          class="live-details"
          open={isOpen}
          onToggle={({ currentTarget }) => onToggle(currentTarget.open)}
        >
          <summary>{texts.details}</summary>
          <Hops provenance={provenance} />
          <Facts provenance={provenance} />
          <PoliciesTable policies={policies} />
          <UnreachableTable policies={policies} provenance={provenance} />
        </details>
      )}
    </>
  );
}

export function Hops({ provenance }: { readonly provenance: Provenance }) {
  const messages = useMessages();
  const { live: texts, fill } = messages;
  const { hops, url, status, access } = provenance;
  return (
    <Pane
      id="live-hops"
      title={texts.requestChain}
      count={fill(texts.redirects, { count: hops.length })}
    >
      <ol class="hops info">
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
  const { fetchedAt, freshUntil, nextRequestAt, unreachableSince, source, body, stale } =
    provenance;
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
  const warnings = [
    stale && texts.stale,
    body?.wrongMediaType && texts.wrongMediaType,
    body?.truncated && texts.truncated,
  ].filter((text) => typeof text === 'string');
  return (
    <Pane id="live-facts" title={texts.cache}>
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
        <p class="live-warning hint inset warning" key={warning}>
          {warning}
        </p>
      ))}
    </Pane>
  );
}

/** Returns the translated reason if it is known, otherwise the text of the service, or an empty string. */
export function reasonText(
  { live }: Messages,
  { reason, detail = '' }: { reason?: string | undefined; detail?: string | undefined },
): string {
  return reason === undefined ? detail : (knownText(live.reasons, reason) ?? (detail || reason));
}
