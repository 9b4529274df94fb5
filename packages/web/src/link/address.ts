/** Stores the state in the URL fragment, for reload, bookmarks, back and forward. */

import type { Language } from '../messages/messages.js';
import type { Store } from '../state/app-context.js';
import { type AppState, initialState } from '../state/app-state.js';
import { fitsInLink, isSameState, readFragment, writeFragment } from './fragment.js';

/** Delay before writing: browsers limit how often the history may change. */
const QUIET_MS = 250;
/** `history.state` of an entry without a fragment because it would be too long. */
const TOO_LONG = 'too-long';

/** A change of view adds a history entry; other changes update the current entry. Returns a function that stops. */
export function syncAddress(store: Store<AppState>): () => void {
  let latest = store.state;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing = Promise.resolve();

  const write = (state: AppState, entry: 'new' | 'same') => {
    writing = writing.then(async () => {
      const fragment = await writeFragment(state);
      const isTooLong = !fitsInLink(state, fragment);
      const address = location.pathname + location.search + (isTooLong ? '' : fragment);
      const mark = isTooLong ? TOO_LONG : null;
      try {
        if (entry === 'new') history.pushState(mark, '', address);
        else history.replaceState(mark, '', address);
      } catch {
        // The browser limits history changes; the next change is written again.
      }
    });
  };

  const writeSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      write(latest, 'same');
    }, QUIET_MS);
  };

  const unsubscribe = store.subscribe(() => {
    const { state } = store;
    const before = latest;
    if (isSameState(before, state)) return;
    latest = state;
    if (state.linkProblem !== undefined) store.change({ linkProblem: undefined });
    if (state.view === before.view) {
      writeSoon();
      return;
    }
    // A pending change belongs to the previous entry.
    if (timer !== undefined) write(before, 'same');
    clearTimeout(timer);
    timer = undefined;
    write(state, 'new');
  });

  const onHashChange = async () => {
    if (history.state === TOO_LONG) return;
    clearTimeout(timer);
    timer = undefined;
    const opened = await openedState(location.hash, store.state.language);
    latest = opened;
    store.change(opened);
  };
  addEventListener('hashchange', onHashChange);

  return () => {
    clearTimeout(timer);
    unsubscribe();
    removeEventListener('hashchange', onHashChange);
  };
}

export async function openedState(fragment: string, language: Language): Promise<AppState> {
  const initial = initialState(language);
  if (fragment === '' || fragment === '#') return initial;
  const read = await readFragment(fragment);
  return typeof read === 'string' ? { ...initial, linkProblem: read } : { ...initial, ...read };
}
