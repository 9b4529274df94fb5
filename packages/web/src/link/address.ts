/** Stores the state in the URL fragment, for reload, bookmarks, back and forward; a state that is too long in this tab. */

import { effect } from '@preact/signals';
import type { Language } from '../messages/messages.js';
import {
  change,
  initialValues,
  type PageState,
  type SharedValues,
  type Values,
} from '../state/page-state.js';
import { readStorage, writeStorage } from '../state/storage.js';
import {
  fitsInLink,
  isSameLink,
  readFragment,
  readState,
  sharedValues,
  writeFragment,
  writeState,
} from './fragment.js';

/** Delay before writing: browsers limit how often the history may change. */
const QUIET_MS = 250;
/** `history.state` of an entry without a fragment because it would be too long. Its state is in the storage of the tab. */
const TOO_LONG = 'too-long';
const STORAGE_KEY = 'repkit-state';

/** A change of view, and the first question, add a history entry; other changes update the current entry. Returns a function that stops. */
export function syncAddress(state: PageState): () => void {
  let latest = sharedValues(state);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing = Promise.resolve();
  /** Whether a reload would lose the latest state. */
  let isUnsaved = false;

  const write = (values: SharedValues, entry: 'new' | 'same') => {
    writing = writing.then(async () => {
      const fragment = await writeFragment(values);
      const isTooLong = !fitsInLink(values, fragment);
      const address = location.pathname + location.search + (isTooLong ? '' : fragment);
      const mark = isTooLong ? TOO_LONG : null;
      const isSaved = !isTooLong || remember(values);
      if (values === latest) isUnsaved = !isSaved;
      try {
        if (entry === 'new') history.pushState(mark, '', address);
        else history.replaceState(mark, '', address);
      } catch {
        // The browser limits history changes; the next change is written again.
        if (values === latest) isUnsaved = true;
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

  const stop = effect(() => {
    const values = sharedValues(state);
    const before = latest;
    if (isSameLink(before, values)) return;
    latest = values;
    isUnsaved = true;
    state.linkProblem.value = undefined;
    if (values.view === before.view && values.isStarted === before.isStarted) {
      writeSoon();
      return;
    }
    // A pending change belongs to the previous entry.
    if (timer !== undefined) write(before, 'same');
    clearTimeout(timer);
    timer = undefined;
    write(values, 'new');
  });

  const onHashChange = async () => {
    if (history.state === TOO_LONG) return;
    clearTimeout(timer);
    timer = undefined;
    const opened = await openedValues(location.hash, state.language.value);
    latest = opened;
    change(state, opened);
  };
  addEventListener('hashchange', onHashChange);

  /** The last edit may not be in the address yet. If the tab cannot store it, the browser asks whether to leave the page. */
  const beforeUnload = (event: Event) => {
    if (isUnsaved && !remember(latest)) event.preventDefault();
  };
  addEventListener('beforeunload', beforeUnload);

  return () => {
    clearTimeout(timer);
    stop();
    removeEventListener('hashchange', onHashChange);
    removeEventListener('beforeunload', beforeUnload);
  };
}

/** Stores a state until the tab is closed. Returns false if the browser denies it or has too little space. */
function remember(values: SharedValues): boolean {
  return writeStorage('sessionStorage', STORAGE_KEY, `${location.href}\n${writeState(values)}`);
}

/** Returns what a reload or the way back would lose: a state that is too long for a link, or the last edit. */
function remembered(): Partial<SharedValues> | undefined {
  const stored = readStorage('sessionStorage', STORAGE_KEY) ?? '';
  const end = stored.indexOf('\n');
  const isCurrent = history.state === TOO_LONG || stored.slice(0, end) === location.href;
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (!isCurrent || navigation?.type === 'navigate') return undefined;
  const read = readState(stored.slice(end + 1), 'any');
  return typeof read === 'string' ? undefined : read;
}

/** Returns the values of the page when it is opened or loaded again. */
export async function firstValues(language: Language): Promise<Values> {
  const restored = remembered();
  return restored === undefined
    ? openedValues(location.hash, language)
    : { ...initialValues(language), ...restored };
}

export async function openedValues(fragment: string, language: Language): Promise<Values> {
  const initial = initialValues(language);
  if (fragment === '' || fragment === '#') return initial;
  const read = await readFragment(fragment);
  return typeof read === 'string'
    ? { ...initial, linkProblem: read }
    : { ...initial, isStarted: true, urlSource: 'own', ...read };
}
