/** What the service knows of a site: the outcome in a sentence, the way to it, its life, and what policies make of it. */
import { useApp } from '../state/app-context.js';
import { Facts } from './facts.js';
import { Hops } from './hops.js';
import { Ladder } from './ladder.js';
import { PoliciesTable } from './policies-table.js';
import type { RobotsAnswer } from './robots-answer.js';

export function LiveAnswer({ answer }: { readonly answer: RobotsAnswer }) {
  const { store, messages } = useApp();
  const { live: texts } = messages;
  const { robotsTxtUrl, text, provenance, policies } = answer;
  return (
    <>
      <section class={`outcome live-outcome ${provenance.access}`}>
        <h2>{texts.outcome[provenance.access]}</h2>
        <p>
          <code>{robotsTxtUrl}</code>
        </p>
        {text !== undefined && (
          <button
            type="button"
            class="button primary"
            onClick={() => store.change({ robotsTxt: text })}
          >
            {texts.useInEditor}
          </button>
        )}
      </section>
      <Hops provenance={provenance} />
      <Facts provenance={provenance} />
      <PoliciesTable policies={policies} />
      <Ladder policies={policies} provenance={provenance} />
    </>
  );
}
