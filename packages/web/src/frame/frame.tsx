/** The page: the editor next to the selected view. */

import { effect } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useErrorBoundary, useState } from 'preact/hooks';
import { FailedText, Notice } from '../controls/pane.js';
import { EditorPane } from '../editor/editor-pane.js';
import { CopyLink, LinkNotice } from '../link/copy-link.js';
import { sharedValues } from '../link/fragment.js';
import { LoadError } from '../messages/load-part.js';
import { useMessages, usePage } from '../state/page.js';
import { change } from '../state/page-state.js';
import { DropTarget } from './drop-target.js';
import { Settings } from './settings.js';
import { StartBar } from './start-bar.js';
import { PANELS, panelId, tabId, ViewTabs } from './view-tabs.js';

const SOURCE = 'https://github.com/repkit/repkit';

export function Frame() {
  const { state, messages, hasService } = usePage();
  const view = state.view.value;
  const pane = state.pane.value;
  const Panel = PANELS[view];
  useEffect(() => {
    document.documentElement.lang = messages.locale;
    document.title = `repkit: ${messages.title}`;
  }, [messages]);
  return (
    <>
      <header class="bar row">
        <h1 class="brand quiet">
          <span class="brand-name">repkit</span> <span class="brand-title">{messages.title}</span>
        </h1>
        <ViewTabs />
        <div class="bar-end row">
          <CopyLink />
          <Settings />
        </div>
        <StartBar />
      </header>
      <LinkNotice />
      <LoadNotice />
      <DropTarget />
      <nav class="pane-switch" aria-label={messages.panes.label}>
        {(['file', 'view'] as const).map((which) => (
          <button
            key={which}
            type="button"
            class="button"
            aria-pressed={pane === which}
            onClick={() => change(state, { pane: which })}
          >
            {messages.panes[which]}
          </button>
        ))}
      </nav>
      <main class={`columns shows-${pane}`}>
        <EditorPane />
        <section
          class="view stack"
          role="tabpanel"
          id={panelId(view)}
          aria-labelledby={tabId(view)}
          key={view}
        >
          <ViewGuard>
            <Panel />
          </ViewGuard>
        </section>
      </main>
      <footer class="foot row hint">
        <p>{messages.privacy}</p>
        <nav class="row" aria-label={messages.links.label}>
          <a href={`${SOURCE}/tree/main/docs`}>{messages.links.docs}</a>
          <a href={hasService ? 'docs' : `${SOURCE}/tree/main/api`}>{messages.links.api}</a>
          <a href={SOURCE}>{messages.links.source}</a>
        </nav>
      </footer>
    </>
  );
}

/** Reports a part of the page that could not be loaded where no component does. */
function LoadNotice() {
  const messages = useMessages();
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    const onRejection = ({ reason }: PromiseRejectionEvent) => {
      if (reason instanceof LoadError) setFailed(true);
    };
    addEventListener('unhandledrejection', onRejection);
    return () => removeEventListener('unhandledrejection', onRejection);
  }, []);
  return <Notice onDismiss={() => setFailed(false)}>{hasFailed && messages.loadFailed}</Notice>;
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
