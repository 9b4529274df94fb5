/** The keys of a text of lines. Those of CodeMirror for programs have nothing to work on here, and weigh 2 kB. */
import {
  addCursorAbove,
  addCursorBelow,
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
import type { Extension } from '@codemirror/state';
import { keymap } from '@codemirror/view';

/** As in CodeMirror's `defaultKeymap`, without what needs a syntax, brackets, comments or indents; and undo. */
export const textKeys: Extension = [
  history(),
  keymap.of([
    { key: 'Alt-ArrowUp', run: moveLineUp },
    { key: 'Shift-Alt-ArrowUp', run: copyLineUp },
    { key: 'Alt-ArrowDown', run: moveLineDown },
    { key: 'Shift-Alt-ArrowDown', run: copyLineDown },
    { key: 'Mod-Alt-ArrowUp', run: addCursorAbove },
    { key: 'Mod-Alt-ArrowDown', run: addCursorBelow },
    { key: 'Escape', run: simplifySelection },
    { key: 'Alt-l', mac: 'Ctrl-l', run: selectLine },
    { key: 'Shift-Mod-k', run: deleteLine },
    ...standardKeymap,
    ...historyKeymap,
  ]),
];
