/**
 * Stores the state in the URL fragment, for reload, bookmarks, back and forward; a state that is too long in the history entry.
 */

import { effect } from '@preact/signals';
import { stopTest } from '../live/tested-site.js';
import type { Language } from '../messages/messages.js';
import { change, initialValues, type PageState, type SharedValues, type Values } from '../state/page-state.js';
import { readStorage, writeStorage } from '../state/storage.js';
import { fitsInLink, isSameLink, readFragment, readState, sharedValues, writeFragment, writeState } from './fragment.js';

/** Delay before writing: browsers limit how often the history may change. */
const QUIET_MS = 250;
/** Of the last edit if the page is left before it is written. A reload ignores what its entry gets then. */
const STORAGE_KEY = 'repkit-state';

/**
 * A change of view, and the first question, add a history entry; other changes update the current entry. Returns a function that
 * stops.
 */
export function syncAddress(state: PageState): () => void {
  let latest = sharedValues(state);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing = Promise.resolve();
  /** How often another entry was opened. */
  let opened = 0;
  /** Whether a reload would lose the latest state. */
  let isUnsaved = false;

  const write = (values: SharedValues, entry: Entry) => {
    const at = opened;
    writing = writing.then(async () => {
      const fragment = await writeFragment(values);
      if (at !== opened) return;
      const { pathname, search } = location;
      const isSaved = fitsInLink(values, fragment)
        ? writeEntry(entry, pathname + search + fragment, undefined)
        : writeEntry(entry, pathname + search, values);
      if (values === latest) isUnsaved = !isSaved;
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
    // Newer than an edit that was restored.
    writeStorage('sessionStorage', STORAGE_KEY, '');
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

  const onPopState = async () => {
    clearTimeout(timer);
    timer = undefined;
    // A response would be about the entry before.
    stopTest();
    const at = ++opened;
    const values = await openedValues(location.hash, state.language.value, history.state);
    if (at !== opened) return;
    latest = values;
    change(state, values);
  };
  // Also after a change of the fragment.
  addEventListener('popstate', onPopState);

  /** If the tab cannot store the last edit, the browser asks whether to leave the page. */
  const beforeUnload = (event: Event) => {
    if (!isUnsaved) return;
    const edit = `${location.href}\n${writeState(latest)}`;
    if (!writeStorage('sessionStorage', STORAGE_KEY, edit)) event.preventDefault();
  };
  addEventListener('beforeunload', beforeUnload);

  return () => {
    clearTimeout(timer);
    stop();
    removeEventListener('popstate', onPopState);
    removeEventListener('beforeunload', beforeUnload);
  };
}

type Entry = 'new' | 'same';

/**
 * Writes an entry of the history. Returns false if the browser refuses it: browsers limit the size of an entry and how often the
 * history may change.
 *
 * @param values those that the address does not contain
 */
function writeEntry(entry: Entry, address: string, values: SharedValues | undefined): boolean {
  const stored = values === undefined ? null : writeState(values);
  try {
    if (entry === 'new') history.pushState(stored, '', address);
    else history.replaceState(stored, '', address);
    return true;
  } catch {
    return false;
  }
}

/** Returns an edit of this entry that was not written when the page was left. */
function unwritten(): string | undefined {
  const stored = readStorage('sessionStorage', STORAGE_KEY) ?? '';
  const end = stored.indexOf('\n');
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isCurrent = stored.slice(0, end) === location.href && navigation?.type !== 'navigate';
  return isCurrent ? stored.slice(end + 1) : undefined;
}

/** Returns the values of the page when it is opened or loaded again. */
export function firstValues(language: Language): Promise<Values> {
  return openedValues(location.hash, language, unwritten() ?? history.state);
}

/** @param stored the values in the entry, which are newer than those in the address */
export async function openedValues(fragment: string, language: Language, stored?: unknown): Promise<Values> {
  const initial = initialValues(language);
  const isStored = typeof stored === 'string';
  if (!isStored && (fragment === '' || fragment === '#')) return initial;
  const read = isStored ? readState(stored, 'any') : await readFragment(fragment);
  return typeof read === 'string'
    ? { ...initial, linkProblem: read }
    : { ...initial, isStarted: true, urlSource: 'own', ...read };
}
