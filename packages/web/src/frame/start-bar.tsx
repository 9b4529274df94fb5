/** The first field of the page: fetches the robots.txt of a site, or takes a pasted one. */
import { useEffect, useRef } from 'preact/hooks';
import { loadPart } from '../messages/load-part.js';
import { usePage, useStatus } from '../state/page.js';
import { change } from '../state/page-state.js';
import { isRobotsTxt, showFile } from '../state/url-lines.js';

export function StartBar() {
  const { state, messages, hasService } = usePage();
  const { start: texts } = messages;
  const site = state.liveUrl.value;
  const [status, showStatus] = useStatus();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const testText = (robotsTxt: string) => {
    running.current?.abort();
    showFile(state, robotsTxt, { view: 'check', pane: 'view', liveUrl: '' });
    showStatus(({ start }) => start.pasted);
  };

  const submit = async () => {
    if (site.trim() === '') return;
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    showStatus(({ loading }) => loading);
    // Loaded on demand: the first view does not need it.
    const loaded = await loadPart(() => import('../live/tested-site.js')).catch(() => undefined);
    if (controller.signal.aborted) return;
    if (loaded === undefined) showStatus(({ loadFailed }) => loadFailed);
    else if (!hasService) showStatus(loaded.noService);
    else await loaded.testSite(site, state, showStatus, controller.signal);
  };

  return (
    <form
      class="start row"
      aria-label={texts.test}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <p class="start-about hint" role="status">
        {status ?? texts.about}
      </p>
      <div class="start-field">
        <input
          type="text"
          inputMode="url"
          autoComplete="url"
          autoCapitalize="off"
          spellcheck={false}
          aria-label={texts.label}
          placeholder={texts.label}
          value={site}
          onInput={({ currentTarget }) => change(state, { liveUrl: currentTarget.value })}
          onPaste={(event) => {
            const text = event.clipboardData?.getData('text/plain') ?? '';
            if (!isRobotsTxt(text)) return;
            event.preventDefault();
            testText(text.replace(/\r\n?/g, '\n'));
          }}
        />
        <button type="submit" class="button primary">
          {texts.test}
        </button>
      </div>
    </form>
  );
}
