/** Where the page begins. */
import { render } from 'preact';
import { Page } from './frame/page.js';
import { applyTheme, rememberedTheme } from './frame/settings.js';
import { keepInAddress, openedState } from './link/address.js';
import { loadMessages, preferredLanguage } from './messages/messages.js';
import { Store } from './state/app-context.js';

/** No module waits at its top level: what is loaded on demand needs this one, and each would wait for the other. */
async function begin(): Promise<void> {
  applyTheme(rememberedTheme());
  const store = new Store(await openedState(location.hash, preferredLanguage(navigator.languages)));
  keepInAddress(store);
  const hasService = document.querySelector('meta[name="repkit-service"][content="none"]') === null;
  const messages = await loadMessages(store.state.language);
  const root = document.getElementById('app');
  if (root !== null) render(<Page {...{ store, hasService, messages }} />, root);
}

void begin();
