/** A CodeMirror editor for a robots.txt. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { EditorState } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';

export interface EditorOptions {
  readonly text: string;
  readonly label: string;
  readonly onChange: (text: string) => void;
}

export interface Editor {
  /** Shows another text, unless it is the one that is shown. */
  show(text: string): void;
  destroy(): void;
}

export function createEditor(
  parent: HTMLElement,
  { text, label, onChange }: EditorOptions,
): Editor {
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        keymap.of([...defaultKeymap, ...historyKeymap]),
        EditorView.contentAttributes.of({ 'aria-label': label }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString());
        }),
      ],
    }),
  });
  return {
    show: (next) => {
      if (next === view.state.doc.toString()) return;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
    },
    destroy: () => view.destroy(),
  };
}
