/** Find and replace in the editor, also in lines that are not rendered. Loaded when it is first used. */
import { closeSearchPanel, findNext, findPrevious, openSearchPanel, search } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import type { Messages } from '../messages/messages.js';

/** @param phrases by the English text of CodeMirror */
export function finding(phrases: Messages['find']): Extension {
  return [
    search({ top: true }),
    keymap.of([
      { key: 'Mod-f', run: openSearchPanel },
      { key: 'F3', mac: 'Mod-g', run: findNext, shift: findPrevious, preventDefault: true },
      { key: 'Escape', run: closeSearchPanel },
    ]),
    EditorState.phrases.of(phrases),
  ];
}

export { openSearchPanel };
