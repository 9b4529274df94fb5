/** The Live site view: fetches a robots.txt through the service and shows what crawlers do with it. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../controls/button.js';
import { ViewHead } from '../controls/view-head.js';
import { usePage } from '../state/page.js';
import { change } from '../state/page-state.js';
import {
  type FetchOutcome,
  fetchRobots,
  rememberServiceToken,
  serviceToken,
} from './fetch-robots.js';
import { LiveResult } from './live-result.js';

export function LiveView() {
  const { state, messages, hasService } = usePage();
  const texts = messages.live;
  const url = state.liveUrl.value;
  const [outcome, setOutcome] = useState<FetchOutcome | 'fetching'>();
  const tokenProblem = state.tokenProblem.value;
  const [token, setToken] = useState(serviceToken);
  const [hasToken] = useState(token !== '');
  const [isOpen, onToggle] = useState(false);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const fetchSite = async (refresh: boolean) => {
    if (url.trim() === '') return;
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setOutcome('fetching');
    rememberServiceToken(token);
    try {
      const fetched = await fetchRobots(url, { refresh, signal: controller.signal });
      setOutcome(fetched);
      state.tokenProblem.value = fetched.kind === 'token' ? fetched.problem : undefined;
    } catch {
      // aborted by a newer request
    }
  };

  const response =
    typeof outcome === 'object' && outcome.kind === 'success' ? outcome.response : undefined;
  return (
    <>
      <ViewHead help={hasService ? texts.hint : texts.noService} helpId="live-hint" />
      <form
        class="pane live-form"
        onSubmit={(event) => {
          event.preventDefault();
          void fetchSite(false);
        }}
      >
        <label class="stack">
          <span class="field-label">{texts.site}</span>
          <input
            type="text"
            inputMode="url"
            autoComplete="url"
            autoCapitalize="off"
            spellcheck={false}
            placeholder="https://example.com"
            disabled={!hasService}
            aria-describedby="live-hint"
            value={url}
            onInput={({ currentTarget }) => change(state, { liveUrl: currentTarget.value })}
          />
        </label>
        <span class="tools row">
          <button type="submit" class="button primary" disabled={!hasService}>
            {texts.fetch}
          </button>
          <Button disabled={!hasService} onClick={() => void fetchSite(true)}>
            {texts.refresh}
          </Button>
        </span>
        {(hasToken || token !== '' || tokenProblem !== undefined) && (
          <label class="stack live-token">
            <span class="field-label">{texts.token}</span>
            <input
              type="password"
              autoComplete="off"
              spellcheck={false}
              aria-describedby="live-token-hint"
              aria-invalid={tokenProblem === 'rejected'}
              value={token}
              onInput={({ currentTarget }) => setToken(currentTarget.value)}
            />
            <span class="hint" id="live-token-hint">
              {texts.tokenHint}
            </span>
          </label>
        )}
        <div role="status" class="live-status">
          {outcome === 'fetching' && <p class="quiet">{messages.loading}</p>}
          {response && <p class="sr-only">{texts.outcome[response.provenance.access]}</p>}
          {tokenProblem && outcome !== 'fetching' && (
            <p class="live-problem warning stack">{texts.tokenProblem[tokenProblem]}</p>
          )}
          {typeof outcome === 'object' && outcome.kind === 'no-response' && (
            <p class="live-problem warning stack">{texts.noAnswer}</p>
          )}
          {typeof outcome === 'object' && outcome.kind === 'problem' && (
            <div class="live-problem warning stack">
              <p>{texts.problem}</p>
              <p lang="en">
                <strong>{outcome.title}</strong> {outcome.detail}
              </p>
            </div>
          )}
        </div>
      </form>
      {response && <LiveResult response={response} isOpen={isOpen} onToggle={onToggle} />}
    </>
  );
}
