/** The text editor shared by the robots.txt editor and the URL field. */

import {
  copyLineDown,
  copyLineUp,
  cursorDocEnd,
  cursorDocStart,
  cursorPageDown,
  cursorPageUp,
  deleteGroupBackward,
  deleteGroupForward,
  deleteLine,
  history,
  historyKeymap,
  insertNewline,
  isolateHistory,
  moveLineDown,
  moveLineUp,
  selectAll,
  selectDocEnd,
  selectDocStart,
  selectLine,
  selectPageDown,
  selectPageUp,
  simplifySelection,
} from '@codemirror/commands';
import { EditorState, type Extension, type StateCommand } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';

export interface TextView {
  readonly view: EditorView;
  /** Replaces the text if it differs. CodeMirror normalizes line ends to LF. */
  show(text: string): void;
}

/**
 * Opens CodeMirror with undo and line-editing keys. It draws only the visible lines; a textarea lays out all of them.
 *
 * @param onChange receives edits, but not texts that `show` has set; also whether a pasted text has replaced all of the previous one
 */
export function openTextView(
  parent: HTMLElement,
  text: string,
  extensions: Extension,
  onChange: (text: string, isNew: boolean) => void,
): TextView {
  let current = text;
  const reportChanges = EditorView.updateListener.of(
    ({ docChanged, state, changes, transactions }) => {
      if (!docChanged) return;
      const changed = state.doc.toString();
      if (changed === current) return;
      current = changed;
      let isNew = transactions.some((transaction) => transaction.isUserEvent('input.paste'));
      changes.iterGaps(() => {
        isNew = false;
      });
      onChange(changed, isNew);
    },
  );
  const state = EditorState.create({
    doc: text,
    extensions: [extensions, textKeys, reportChanges],
  });
  const view = new EditorView({ parent, state });
  return {
    view,
    show(next) {
      // The text that was reported last comes back as the same string, so that comparing it takes no time.
      if (next === current) return;
      current = next.replace(/\r\n?/g, '\n');
      // A step of its own, so that undoing a fix keeps what was typed just before.
      view.dispatch({
        changes: changeBetween(view.state.doc.toString(), current),
        annotations: isolateHistory.of('full'),
      });
    },
  };
}

/** The browser would delete only the rendered part of a selection. */
const deleteSelection: StateCommand = ({ state, dispatch }) => {
  if (state.selection.main.empty) return false;
  const changes = state.replaceSelection('');
  dispatch(state.update(changes, { userEvent: 'delete.selection', scrollIntoView: true }));
  return true;
};

/**
 * Undo, line editing, and the keys that concern lines that are not rendered. The browser handles all others:
 * CodeMirror's commands for them include those that indent code, which would add 15 kB.
 */
export const textKeys: Extension = [
  history(),
  keymap.of([
    { key: 'Enter', run: insertNewline, shift: insertNewline },
    { key: 'Backspace', run: deleteSelection, shift: deleteSelection },
    { key: 'Delete', run: deleteSelection },
    { key: 'Mod-Backspace', mac: 'Alt-Backspace', run: deleteGroupBackward },
    { key: 'Mod-Delete', mac: 'Alt-Delete', run: deleteGroupForward },
    { key: 'Mod-a', run: selectAll },
    { key: 'Mod-Home', mac: 'Cmd-ArrowUp', run: cursorDocStart, shift: selectDocStart },
    { key: 'Mod-End', mac: 'Cmd-ArrowDown', run: cursorDocEnd, shift: selectDocEnd },
    { key: 'PageUp', mac: 'Ctrl-ArrowUp', run: cursorPageUp, shift: selectPageUp },
    { key: 'PageDown', mac: 'Ctrl-ArrowDown', run: cursorPageDown, shift: selectPageDown },
    { key: 'Alt-ArrowUp', run: moveLineUp },
    { key: 'Shift-Alt-ArrowUp', run: copyLineUp },
    { key: 'Alt-ArrowDown', run: moveLineDown },
    { key: 'Shift-Alt-ArrowDown', run: copyLineDown },
    { key: 'Escape', run: simplifySelection },
    { key: 'Alt-l', mac: 'Ctrl-l', run: selectLine },
    { key: 'Shift-Mod-k', run: deleteLine },
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
