/** The way from the address of the robots.txt to what answered, redirect by redirect. */
import { useMessages } from '../state/app-context.js';
import { reasonText } from './reason-text.js';
import type { Provenance } from './robots-answer.js';

export function Hops({ provenance }: { readonly provenance: Provenance }) {
  const { live: texts } = useMessages();
  const { hops, url, status, access } = provenance;
  return (
    <section class="pane" aria-labelledby="live-hops">
      <header class="pane-head">
        <h2 id="live-hops">{texts.way}</h2>
        <span class="count">{texts.redirects(hops.length)}</span>
      </header>
      <ol class="hops">
        {hops.map((hop, index) => (
          // The same address may come twice, where redirects go in a circle.
          <li key={index}>
            <span class="status">{hop.status}</span>
            <code>{hop.url}</code>
          </li>
        ))}
        <li class={access}>
          <span class="status">{status ?? texts.noStatus}</span>
          <code>{url}</code>
          <span class="why">{reasonText(texts, provenance)}</span>
        </li>
      </ol>
    </section>
  );
}
