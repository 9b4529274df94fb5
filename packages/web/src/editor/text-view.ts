/** The text editor shared by the robots.txt editor and the URL field. */

import {
  copyLineDown,
  copyLineUp,
  deleteLine,
  history,
  historyKeymap,
  moveLineDown,
  moveLineUp,
  selectLine,
  simplifySelection,
  standardKeymap,
} from '@codemirror/commands';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';

/**
 * Opens CodeMirror with undo and line-editing keys. It draws only the visible lines; a textarea lays out all of them.
 *
 * @param onChange also receives whether a pasted text has replaced all of the previous one
 */
export function openTextView(
  parent: HTMLElement,
  text: string,
  extensions: Extension,
  onChange: (text: string, isNew: boolean) => void,
): EditorView {
  const reportChanges = EditorView.updateListener.of(
    ({ docChanged, state, changes, transactions }) => {
      if (!docChanged) return;
      let isNew = transactions.some((transaction) => transaction.isUserEvent('input.paste'));
      changes.iterGaps(() => {
        isNew = false;
      });
      onChange(state.doc.toString(), isNew);
    },
  );
  const state = EditorState.create({
    doc: text,
    extensions: [extensions, textKeys, reportChanges],
  });
  return new EditorView({ parent, state });
}

/** Replaces the text if it differs. CodeMirror normalizes line ends to LF. */
export function showText(view: EditorView, text: string): void {
  const before = view.state.doc.toString();
  const next = text.replace(/\r\n?/g, '\n');
  if (next !== before) view.dispatch({ changes: changeBetween(before, next) });
}

/** Undo, and CodeMirror's `defaultKeymap` without its keys for code, which would add 2 kB. */
export const textKeys: Extension = [
  history(),
  keymap.of([
    { key: 'Alt-ArrowUp', run: moveLineUp },
    { key: 'Shift-Alt-ArrowUp', run: copyLineUp },
    { key: 'Alt-ArrowDown', run: moveLineDown },
    { key: 'Shift-Alt-ArrowDown', run: copyLineDown },
    { key: 'Escape', run: simplifySelection },
    { key: 'Alt-l', mac: 'Ctrl-l', run: selectLine },
    { key: 'Shift-Mod-k', run: deleteLine },
    ...standardKeymap,
    ...historyKeymap,
  ]),
];

/** Returns the smallest replacement, which preserves the cursor and folds around it. */
export function changeBetween(
  before: string,
  after: string,
): { readonly from: number; readonly to: number; readonly insert: string } {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) from++;
  let same = 0;
  while (
    same < shorter - from &&
    before[before.length - 1 - same] === after[after.length - 1 - same]
  ) {
    same++;
  }
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) };
}
