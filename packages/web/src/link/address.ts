/** Keeps the state in the fragment of the page's address, so that reload, bookmarks, back and forward have it. */

import type { Language } from '../messages/messages.js';
import type { Store } from '../state/app-context.js';
import { type AppState, initialState } from '../state/app-state.js';
import { isSameState, MOST_FRAGMENT_CHARACTERS, readFragment, writeFragment } from './fragment.js';

/** So long nothing changes before it is written: browsers refuse what is written too often. */
const QUIET_MS = 250;
/** The state of a history entry whose fragment would be too long. */
const TOO_LONG = 'too-long';

/** A change of view makes a new entry of the history; any other is written into the entry that is there. */
export function keepInAddress(store: Store<AppState>): () => void {
  let latest = store.state;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing = Promise.resolve();

  const write = (state: AppState, entry: 'new' | 'same') => {
    writing = writing.then(async () => {
      const fragment = await writeFragment(state);
      const isTooLong = fragment.length > MOST_FRAGMENT_CHARACTERS;
      const address = location.pathname + location.search + (isTooLong ? '' : fragment);
      const mark = isTooLong ? TOO_LONG : null;
      try {
        if (entry === 'new') history.pushState(mark, '', address);
        else history.replaceState(mark, '', address);
      } catch {
        // The browser has enough of it for a while; the next change is written again.
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
    // What waits belongs to the entry that is left.
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
  const said = await readFragment(fragment);
  return typeof said === 'string' ? { ...initial, linkProblem: said } : { ...initial, ...said };
}
