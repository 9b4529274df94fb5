/** The state that an address says: that of its fragment, or the one with which the page begins. */
import type { Language } from '../messages/messages.js';
import { type AppState, initialState } from '../state/app-state.js';

export async function openedState(fragment: string, language: Language): Promise<AppState> {
  const initial = initialState(language);
  if (fragment === '' || fragment === '#') return initial;
  const { readFragment } = await import('./codec.js');
  const said = readFragment(fragment);
  return typeof said === 'string' ? { ...initial, linkProblem: said } : { ...initial, ...said };
}
