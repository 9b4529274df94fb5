/** Offers URLs on which the dialects disagree, where the list has not got them. */
import { useLatestWork } from '../analysis/use-latest-work.js';
import { useApp, useSelected } from '../state/app-context.js';
import { withTargets } from '../state/url-lines.js';
import type { Disagreements, DisagreementsRequest } from './disagreements.js';

/** Named before the reader adds them. */
const NAMED_AT_ONCE = 4;

export function MoreUrls({ productToken }: { readonly productToken: string }) {
  const { store, messages } = useApp();
  const { dialects: texts } = messages;
  const robotsTxt = useSelected((state) => state.robotsTxt);
  const urls = useSelected((state) => state.urls);
  const found = useLatestWork<DisagreementsRequest, Disagreements>(startWorker, {
    robotsTxt,
    productToken,
  });
  const witnesses = found === undefined || found === 'failed' ? [] : found.witnesses;
  const more = witnesses.filter(
    (witness) => withTargets(urls, [witness]) !== withTargets(urls, []),
  );
  return (
    <div class="more-urls">
      <p role="status">{sentence()}</p>
      {more.length > 0 && (
        <>
          <ul class="offered" aria-label={texts.offered}>
            {more.slice(0, NAMED_AT_ONCE).map((witness) => (
              <li key={witness}>
                <code>{witness}</code>
              </li>
            ))}
          </ul>
          <button
            type="button"
            class="button"
            onClick={() => store.change({ urls: withTargets(store.state.urls, more) })}
          >
            {texts.add(more.length)}
          </button>
        </>
      )}
    </div>
  );

  function sentence(): string {
    if (found === undefined) return texts.searching;
    if (found === 'failed') return messages.failed;
    if (more.length > 0) return texts.foundMore;
    if (witnesses.length > 0) return texts.allThere;
    return found.complete ? texts.proved : texts.undecided;
  }
}

function startWorker(): Worker {
  return new Worker(new URL('./disagreements-worker.ts', import.meta.url), { type: 'module' });
}
