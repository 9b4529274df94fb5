/** A live site, through the service: what it answered, and what crawlers make of that. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { useApp, useSelected } from '../state/app-context.js';
import { type Asked, askService } from './ask-service.js';
import { LiveAnswer } from './live-answer.js';

export function LiveView() {
  const { store, messages, hasService } = useApp();
  const { live: texts } = messages;
  const url = useSelected((state) => state.liveUrl);
  const [asked, setAsked] = useState<Asked | 'asking'>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const ask = async (refresh: boolean) => {
    if (url.trim() === '') return;
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setAsked('asking');
    try {
      setAsked(await askService(url, { refresh, signal: controller.signal }));
    } catch {
      // Another question was asked since.
    }
  };

  const answer = typeof asked === 'object' && asked.kind === 'answer' ? asked.answer : undefined;
  return (
    <>
      <form
        class="pane live-form"
        onSubmit={(event) => {
          event.preventDefault();
          void ask(false);
        }}
      >
        <label class="field">
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
            onInput={({ currentTarget }) => store.change({ liveUrl: currentTarget.value })}
          />
        </label>
        <span class="tools">
          <button type="submit" class="button primary" disabled={!hasService}>
            {texts.fetch}
          </button>
          <button
            type="button"
            class="button"
            disabled={!hasService}
            onClick={() => void ask(true)}
          >
            {texts.fetchAnew}
          </button>
        </span>
        <p class="hint" id="live-hint">
          {hasService ? texts.hint : texts.noService}
        </p>
        <div role="status" class="live-status">
          {asked === 'asking' && <p class="quiet">{texts.asking}</p>}
          {answer && <p class="sr-only">{texts.outcome[answer.provenance.access]}</p>}
          {typeof asked === 'object' && asked.kind === 'no-answer' && (
            <p class="live-problem">{texts.noAnswer}</p>
          )}
          {typeof asked === 'object' && asked.kind === 'problem' && (
            <div class="live-problem">
              <p>{texts.problem}</p>
              <p lang="en">
                <strong>{asked.title}</strong> {asked.detail}
              </p>
            </div>
          )}
        </div>
      </form>
      {answer && <LiveAnswer answer={answer} />}
    </>
  );
}
