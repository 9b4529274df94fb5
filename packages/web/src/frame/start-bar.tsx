/** The first field of the page: fetches the robots.txt of a site, or takes a pasted one. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Status } from '../live/tested-site.js';
import { useApp, useSelected } from '../state/app-context.js';

export function StartBar() {
  const { store, messages, hasService } = useApp();
  const { start: texts } = messages;
  const site = useSelected((state) => state.liveUrl);
  const language = useSelected((state) => state.language);
  const [status, setStatus] = useState<Status>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const showStatus = (text: Status) => setStatus(() => text);

  const testText = (robotsTxt: string) => {
    running.current?.abort();
    store.change({ robotsTxt, view: 'check', pane: 'view', liveUrl: '' });
    showStatus(({ start }) => start.pasted);
  };

  const submit = async () => {
    if (site.trim() === '') return;
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    showStatus(({ loading }) => loading);
    // Loaded on demand: the first view does not need it.
    const { noService, testSite } = await import('../live/tested-site.js');
    if (!hasService) {
      showStatus(noService);
      return;
    }
    await testSite(site, store, showStatus, controller.signal);
  };

  return (
    <form
      class="start"
      aria-label={texts.test}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <p class="start-about" role="status">
        {status?.(messages, language) ?? texts.about}
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
          onInput={({ currentTarget }) => store.change({ liveUrl: currentTarget.value })}
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

/** Finds a field that only a robots.txt has. */
export const FIELD = /^[ \t]*(?:user-agent|(?:dis)?allow|sitemap)[ \t]*:/im;

/** Whether a pasted text is a robots.txt rather than the address of a site. */
export function isRobotsTxt(text: string): boolean {
  return FIELD.test(text) || /[\r\n]/.test(text.trim());
}
