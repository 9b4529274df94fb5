/** The text editor shared by the robots.txt editor and the URL field. */

import {
  copyLineDown,
  copyLineUp,
  cursorCharLeft,
  cursorCharRight,
  cursorDocEnd,
  cursorDocStart,
  cursorGroupLeft,
  cursorGroupRight,
  cursorLineBoundaryBackward,
  cursorLineBoundaryForward,
  cursorLineBoundaryLeft,
  cursorLineBoundaryRight,
  cursorLineDown,
  cursorLineUp,
  cursorPageDown,
  cursorPageUp,
  deleteCharBackward,
  deleteCharForward,
  deleteGroupBackward,
  deleteGroupForward,
  deleteLine,
  deleteLineBoundaryBackward,
  deleteLineBoundaryForward,
  emacsStyleKeymap,
  history,
  historyKeymap,
  insertNewline,
  moveLineDown,
  moveLineUp,
  selectAll,
  selectCharLeft,
  selectCharRight,
  selectDocEnd,
  selectDocStart,
  selectGroupLeft,
  selectGroupRight,
  selectLine,
  selectLineBoundaryBackward,
  selectLineBoundaryForward,
  selectLineBoundaryLeft,
  selectLineBoundaryRight,
  selectLineDown,
  selectLineUp,
  selectPageDown,
  selectPageUp,
  simplifySelection,
} from '@codemirror/commands';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, type KeyBinding, keymap } from '@codemirror/view';

/**
 * Opens CodeMirror with undo and line-editing keys. It draws only the visible lines; a textarea lays out all of them.
 */
export function openTextView(
  parent: HTMLElement,
  text: string,
  extensions: Extension,
  onChange: (text: string) => void,
): EditorView {
  const reportChanges = EditorView.updateListener.of(({ docChanged, state }) => {
    if (docChanged) onChange(state.doc.toString());
  });
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

/** CodeMirror's `standardKeymap`, but Enter does not indent, which would add 1.4 kB. */
const STANDARD_KEYS: readonly KeyBinding[] = [
  { key: 'ArrowLeft', run: cursorCharLeft, shift: selectCharLeft, preventDefault: true },
  {
    key: 'Mod-ArrowLeft',
    mac: 'Alt-ArrowLeft',
    run: cursorGroupLeft,
    shift: selectGroupLeft,
    preventDefault: true,
  },
  {
    mac: 'Cmd-ArrowLeft',
    run: cursorLineBoundaryLeft,
    shift: selectLineBoundaryLeft,
    preventDefault: true,
  },
  { key: 'ArrowRight', run: cursorCharRight, shift: selectCharRight, preventDefault: true },
  {
    key: 'Mod-ArrowRight',
    mac: 'Alt-ArrowRight',
    run: cursorGroupRight,
    shift: selectGroupRight,
    preventDefault: true,
  },
  {
    mac: 'Cmd-ArrowRight',
    run: cursorLineBoundaryRight,
    shift: selectLineBoundaryRight,
    preventDefault: true,
  },
  { key: 'ArrowUp', run: cursorLineUp, shift: selectLineUp, preventDefault: true },
  { mac: 'Cmd-ArrowUp', run: cursorDocStart, shift: selectDocStart },
  { mac: 'Ctrl-ArrowUp', run: cursorPageUp, shift: selectPageUp },
  { key: 'ArrowDown', run: cursorLineDown, shift: selectLineDown, preventDefault: true },
  { mac: 'Cmd-ArrowDown', run: cursorDocEnd, shift: selectDocEnd },
  { mac: 'Ctrl-ArrowDown', run: cursorPageDown, shift: selectPageDown },
  { key: 'PageUp', run: cursorPageUp, shift: selectPageUp },
  { key: 'PageDown', run: cursorPageDown, shift: selectPageDown },
  {
    key: 'Home',
    run: cursorLineBoundaryBackward,
    shift: selectLineBoundaryBackward,
    preventDefault: true,
  },
  { key: 'Mod-Home', run: cursorDocStart, shift: selectDocStart },
  {
    key: 'End',
    run: cursorLineBoundaryForward,
    shift: selectLineBoundaryForward,
    preventDefault: true,
  },
  { key: 'Mod-End', run: cursorDocEnd, shift: selectDocEnd },
  { key: 'Enter', run: insertNewline, shift: insertNewline },
  { key: 'Mod-a', run: selectAll },
  { key: 'Backspace', run: deleteCharBackward, shift: deleteCharBackward, preventDefault: true },
  { key: 'Delete', run: deleteCharForward, preventDefault: true },
  { key: 'Mod-Backspace', mac: 'Alt-Backspace', run: deleteGroupBackward, preventDefault: true },
  { key: 'Mod-Delete', mac: 'Alt-Delete', run: deleteGroupForward, preventDefault: true },
  { mac: 'Mod-Backspace', run: deleteLineBoundaryBackward, preventDefault: true },
  { mac: 'Mod-Delete', run: deleteLineBoundaryForward, preventDefault: true },
  ...emacsStyleKeymap.map(({ key: mac = '', ...binding }) => ({ ...binding, mac })),
];

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
    ...STANDARD_KEYS,
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
