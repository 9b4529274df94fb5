import { render } from 'preact';
import { Page } from './frame/page.js';
import { applyTheme, rememberedLanguage, rememberedTheme } from './frame/settings.js';
import { firstState, syncAddress } from './link/address.js';
import { loadMessages, preferredLanguage } from './messages/messages.js';
import { Store } from './state/app-context.js';

/** Not a top-level await: modules loaded on demand import this one, so both would wait for each other. */
async function start(): Promise<void> {
  applyTheme(rememberedTheme());
  const language = rememberedLanguage() ?? preferredLanguage(navigator.languages);
  const store = new Store(await firstState(language));
  syncAddress(store);
  const hasService = document.querySelector('meta[name="repkit-service"][content="none"]') === null;
  const messages = await loadMessages(store.state.language);
  const root = document.getElementById('app');
  if (root !== null) render(<Page {...{ store, hasService, messages }} />, root);
}

void start();
