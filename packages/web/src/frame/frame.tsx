/** The page: a question on arrival, then the selected view. */

import { effect } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useErrorBoundary, useRef } from 'preact/hooks';
import { FailedText, Notice } from '../controls/pane.js';
import { SOURCE } from '../controls/source.js';
import { CopyLink, LinkNotice } from '../link/copy-link.js';
import { sharedValues } from '../link/fragment.js';
import { LoadError } from '../messages/load-part.js';
import { usePage, useStatus } from '../state/page.js';
import { WorkError } from '../worker/client.js';
import { Arrival } from './arrival.js';
import { DropTarget } from './drop-target.js';
import { useKeptFocus } from './kept-focus.js';
import { Settings } from './settings.js';
import { SiteField } from './site-field.js';
import { PANELS, panelId, tabId, ViewTabs } from './view-tabs.js';

export function Frame() {
  const { state, messages, hasService } = usePage();
  const isStarted = state.isStarted.value;
  const view = state.view.value;
  const View = PANELS[view];
  const content = useRef<HTMLElement>(null);
  useKeptFocus(content);
  useEffect(() => {
    document.documentElement.lang = messages.locale;
    document.title = `repkit: ${messages.title}`;
  }, [messages]);
  const Brand = isStarted ? 'h1' : 'p';
  return (
    <>
      {/* The question and the answer are different pages. */}
      <header class="bar" key={isStarted}>
        <Brand class="brand">
          {/* An address without a state is that of the question; the way back leads to the state. */}
          <a href={`${location.pathname}${location.search}#`}>
            repkit<span class="sr-only"> {messages.title}</span>
          </a>
        </Brand>
        {isStarted && (
          <>
            <ViewTabs />
            <SiteField />
          </>
        )}
        <div class="bar-end">
          {isStarted && <CopyLink />}
          <a href={`${SOURCE}/tree/main/docs`}>{messages.links.docs}</a>
          <Settings />
        </div>
      </header>
      <LinkNotice />
      <FailureNotice />
      <DropTarget />
      <main key={isStarted} ref={content} tabIndex={-1}>
        {isStarted ? (
          <section class="view" role="tabpanel" id={panelId(view)} aria-labelledby={tabId(view)} key={view}>
            <ViewGuard>
              <View />
            </ViewGuard>
          </section>
        ) : (
          <Arrival />
        )}
      </main>
      <footer class="foot row hint">
        <p>{messages.privacy}</p>
        <nav class="row" aria-label={messages.links.label}>
          <a href={hasService ? 'docs' : `${SOURCE}/tree/main/api`}>{messages.links.api}</a>
          <a href={SOURCE}>{messages.links.source}</a>
        </nav>
      </footer>
    </>
  );
}

/** Reports what could not be loaded or computed where no component does. */
function FailureNotice() {
  const [text, showText] = useStatus();
  useEffect(() => {
    const onRejection = ({ reason }: PromiseRejectionEvent) => {
      if (reason instanceof LoadError) showText(({ loadFailed }) => loadFailed);
      if (reason instanceof WorkError) showText(({ failed }) => failed);
    };
    addEventListener('unhandledrejection', onRejection);
    return () => removeEventListener('unhandledrejection', onRejection);
  }, []);
  return <Notice onDismiss={() => showText(undefined)}>{text}</Notice>;
}

/** Replaces a view that throws until the next change, so that its old content is not mistaken for a result. */
export function ViewGuard({ children }: { readonly children: ComponentChildren }) {
  const { state } = usePage();
  const [error, tryAgain] = useErrorBoundary(reportError);
  useEffect(() => {
    if (error === undefined) return undefined;
    let isFirst = true;
    return effect(() => {
      sharedValues(state);
      if (!isFirst) tryAgain();
      isFirst = false;
    });
  }, [state, error, tryAgain]);
  return error === undefined ? children : <FailedText />;
}
