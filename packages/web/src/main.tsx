import { render } from 'preact';
import { Frame } from './frame/frame.js';
import { applyTheme, rememberedLanguage, rememberedTheme } from './frame/settings.js';
import { firstValues, syncAddress } from './link/address.js';
import { preferredLanguage } from './messages/messages.js';
import { openPage, PageContext } from './state/page.js';

/** Not a top-level await: modules loaded on demand import this one, so both would wait for each other. */
async function start(): Promise<void> {
  applyTheme(rememberedTheme());
  const language = rememberedLanguage() ?? preferredLanguage(navigator.languages);
  const hasService = document.querySelector('meta[name="repkit-service"][content="none"]') === null;
  const page = await openPage(await firstValues(language), hasService);
  syncAddress(page.state);
  const root = document.getElementById('app');
  if (root === null) return;
  render(
    <PageContext.Provider value={page}>
      <Frame />
    </PageContext.Provider>,
    root,
  );
}

void start();
