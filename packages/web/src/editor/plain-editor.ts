/** A field for long plain text: it draws the lines that can be seen, where a textarea lays out all of them. */
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView } from '@codemirror/view';
import { changeBetween } from './findings-marks.js';
import { textKeys } from './text-keys.js';

export interface PlainEditorOptions {
  readonly text: string;
  /** The ids of what names the field, and of what describes it. */
  readonly labelledBy: string;
  readonly describedBy: string;
  readonly onChange: (text: string) => void;
}

export class PlainEditor {
  readonly #view: EditorView;

  constructor(parent: HTMLElement, options: PlainEditorOptions) {
    const { text, labelledBy, describedBy, onChange } = options;
    this.#view = new EditorView({
      parent,
      state: EditorState.create({
        doc: text,
        extensions: [
          drawSelection(),
          textKeys,
          EditorView.contentAttributes.of({
            'aria-labelledby': labelledBy,
            'aria-describedby': describedBy,
            spellcheck: 'false',
            tabindex: '0',
          }),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) onChange(state.doc.toString());
          }),
        ],
      }),
    });
  }

  /** Shows another text, unless it is the one that is shown. */
  show(text: string): void {
    const before = this.#view.state.doc.toString();
    const next = text.replace(/\r\n?/g, '\n');
    if (next !== before) this.#view.dispatch({ changes: changeBetween(before, next) });
  }

  focus(): void {
    this.#view.focus();
  }

  destroy(): void {
    this.#view.destroy();
  }
}
