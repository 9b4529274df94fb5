/** The page: the editor next to the selected view. */

import type { ComponentChildren } from 'preact';
import { useEffect, useErrorBoundary, useMemo, useState } from 'preact/hooks';
import { FailedText, Notice } from '../controls/pane.js';
import { EditorPane } from '../editor/editor-pane.js';
import { CopyLink, LinkNotice } from '../link/copy-link.js';
import { LoadError } from '../messages/load-part.js';
import { loadMessages, type Messages } from '../messages/messages.js';
import { AppContext, type Store, useApp, useMessages, useSelected } from '../state/app-context.js';
import type { AppState } from '../state/app-state.js';
import { DropTarget } from './drop-target.js';
import { Settings } from './settings.js';
import { StartBar } from './start-bar.js';
import { PANELS, panelId, tabId, ViewTabs } from './view-tabs.js';

export interface PageProps {
  readonly store: Store<AppState>;
  readonly hasService: boolean;
  /** Texts in the language of the store. */
  readonly messages: Messages;
}

export function Page({ store, hasService, messages: first }: PageProps) {
  const [messages, setMessages] = useState(first);
  useEffect(() => {
    let { language } = store.state;
    return store.subscribe(() => {
      if (store.state.language === language) return;
      language = store.state.language;
      void loadMessages(language).then((loaded) => {
        // The language may have changed while its texts were loading.
        if (store.state.language === language) setMessages(loaded);
      });
    });
  }, [store]);
  const app = useMemo(() => ({ store, messages, hasService }), [store, messages, hasService]);
  return (
    <AppContext.Provider value={app}>
      <Frame />
    </AppContext.Provider>
  );
}

const SOURCE = 'https://github.com/repkit/repkit';

function Frame() {
  const { store, messages, hasService } = useApp();
  const language = useSelected((state) => state.language);
  const view = useSelected((state) => state.view);
  const pane = useSelected((state) => state.pane);
  const Panel = PANELS[view];
  useEffect(() => {
    document.documentElement.lang = language;
    document.title = `repkit: ${messages.title}`;
  }, [language, messages]);
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
            onClick={() => store.change({ pane: which })}
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

/** Replaces a view that throws, so that its old content is not mistaken for a result. */
export function ViewGuard({ children }: { readonly children: ComponentChildren }) {
  const { store } = useApp();
  const [error, tryAgain] = useErrorBoundary(reportError);
  useEffect(
    () => (error === undefined ? undefined : store.subscribe(tryAgain)),
    [store, error, tryAgain],
  );
  return error === undefined ? children : <FailedText />;
}
