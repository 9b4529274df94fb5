/** The text editor shared by the robots.txt editor and the URL field. */

import { defaultKeymap, history, historyKeymap, isolateHistory } from '@codemirror/commands';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';

export interface TextView {
  readonly view: EditorView;
  /** Replaces the text if it differs. CodeMirror normalizes line ends to LF. */
  show(text: string): void;
}

/**
 * Opens CodeMirror with undo and line-editing keys. It draws only the visible lines; a textarea lays out all of them.
 *
 * @param onChange receives edits, but not texts that `show` has set; also whether a pasted text has replaced all of the previous
 * one
 */
export function openTextView(
  parent: HTMLElement,
  text: string,
  extensions: Extension,
  onChange: (text: string, isNew: boolean) => void,
): TextView {
  let current = text;
  const reportChanges = EditorView.updateListener.of(({ docChanged, state, changes, transactions }) => {
    if (!docChanged) return;
    const changed = state.doc.toString();
    if (changed === current) return;
    current = changed;
    let isNew = transactions.some((transaction) => transaction.isUserEvent('input.paste'));
    changes.iterGaps(() => {
      isNew = false;
    });
    onChange(changed, isNew);
  });
  const state = EditorState.create({
    doc: text,
    // Tab is not bound, so it moves the focus out of the editor.
    extensions: [extensions, history(), keymap.of([...defaultKeymap, ...historyKeymap]), reportChanges],
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

/** Returns the smallest replacement, which preserves the cursor and marks around it. */
export function changeBetween(
  before: string,
  after: string,
): { readonly from: number; readonly to: number; readonly insert: string } {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) from++;
  let same = 0;
  while (same < shorter - from && before[before.length - 1 - same] === after[after.length - 1 - same]) {
    same++;
  }
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) };
}
