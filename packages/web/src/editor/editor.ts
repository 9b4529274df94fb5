/** A CodeMirror editor for a robots.txt. */
import { Compartment, type EditorState } from '@codemirror/state';
import { EditorView, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view';
import type { DialectName, Verdict } from '@repkit/core';
import { loadPart } from '../messages/load-part.js';
import type { Messages } from '../messages/messages.js';
import type { Findings, Place } from '../state/page-state.js';
import { rangeOf } from './doc-ranges.js';
import { editorDialect, highlightedLines, highlighting, highlightLines } from './highlight.js';
import { markProblems, problemMarks } from './problems.js';
import { openTextView, type TextView } from './text-view.js';

/** Bidirectional characters that CodeMirror does not mark by itself. */
const OTHER_BIDI = /[\u202a-\u202c\u2068]/;

export interface EditorOptions {
  readonly text: string;
  readonly dialect: DialectName;
  readonly messages: Messages;
  /** Receives edits. `isNew`: whether a pasted text has replaced all of the previous one. */
  readonly onChange: (text: string, isNew: boolean) => void;
  /** Called when the explanation of the line at the cursor may have changed. */
  readonly onLine: (state: EditorState, line: number) => void;
}

export class Editor {
  readonly #text: TextView;
  readonly #view: EditorView;
  readonly #dialect = new Compartment();
  readonly #finding = new Compartment();
  /** Until the code to find is loaded. */
  readonly #findKey = keymap.of([{ key: 'Mod-f', run: () => this.#openFind() }]);
  readonly #onLine: EditorOptions['onLine'];
  #messages: Messages;

  constructor(parent: HTMLElement, options: EditorOptions) {
    const { text, dialect, messages, onChange, onLine } = options;
    this.#messages = messages;
    this.#onLine = onLine;
    const extensions = [
      EditorView.contentAttributes.of({
        'aria-label': 'robots.txt',
        spellcheck: 'false',
        tabindex: '0',
      }),
      this.#dialect.of(editorDialect.of(dialect)),
      this.#finding.of(this.#findKey),
      lineNumbers(),
      highlightSpecialChars({ addSpecialChars: OTHER_BIDI }),
      highlighting,
      highlightedLines,
      problemMarks(() => this.#view.hasFocus),
      EditorView.lineWrapping,
      EditorView.updateListener.of(({ docChanged, selectionSet, state, startState }) => {
        if (docChanged || (selectionSet && lineOf(state) !== lineOf(startState))) {
          onLine(state, lineOf(state));
        }
      }),
    ];
    this.#text = openTextView(parent, text, extensions, onChange);
    this.#view = this.#text.view;
    this.#reportLine();
  }

  /** Shows a text that is not an edit. */
  setText(text: string): void {
    this.#text.show(text);
  }

  setDialect(dialect: DialectName): void {
    this.#view.dispatch({ effects: this.#dialect.reconfigure(editorDialect.of(dialect)) });
    this.#reportLine();
  }

  setMessages(messages: Messages): void {
    if (messages === this.#messages) return;
    this.#messages = messages;
    // Closes the panel, which keeps its texts.
    this.#view.dispatch({ effects: this.#finding.reconfigure(this.#findKey) });
  }

  /** Opens find and replace. */
  async find(): Promise<void> {
    const { finding, openSearchPanel } = await loadPart(() => import('./find.js'));
    this.#view.dispatch({ effects: this.#finding.reconfigure(finding(this.#messages.find)) });
    openSearchPanel(this.#view);
  }

  #openFind(): boolean {
    void this.find();
    return true;
  }

  /** Highlights the lines of a verdict and scrolls to the deciding one without moving the focus. */
  highlight(verdict: Verdict | undefined): void {
    const { doc } = this.#view.state;
    const line = verdict?.rule?.line ?? verdict?.group?.userAgentLines[0];
    const exists = line !== undefined && line <= doc.lines;
    this.#view.dispatch({
      effects: [
        highlightLines.of(verdict),
        ...(exists ? [EditorView.scrollIntoView(doc.line(line).from, { y: 'nearest' })] : []),
      ],
    });
  }

  /** Shows problems of the current text. */
  showFindings({ diagnostics }: Findings): void {
    this.#view.dispatch(markProblems(this.#view.state, diagnostics, this.#messages));
  }

  /** Selects a place and focuses the editor. */
  goTo(place: Place): void {
    const { from, to } = rangeOf(this.#view.state.doc, place);
    this.#view.dispatch({
      selection: { anchor: from, head: to },
      effects: EditorView.scrollIntoView(from, { y: 'center' }),
    });
    this.#view.focus();
  }

  destroy(): void {
    this.#view.destroy();
  }

  #reportLine(): void {
    const { state } = this.#view;
    this.#onLine(state, lineOf(state));
  }
}

function lineOf(state: EditorState): number {
  return state.doc.lineAt(state.selection.main.head).number;
}
