/** Opens a CodeMirror view in the test page. */
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { onTestFinished } from 'vitest';

export function showEditor(doc: string, extensions: Extension): EditorView {
  const parent = document.createElement('div');
  document.body.append(parent);
  const view = new EditorView({ parent, state: EditorState.create({ doc, extensions }) });
  onTestFinished(() => {
    view.destroy();
    parent.remove();
  });
  return view;
}
