/** The robots.txt, to be written and read. */
import { useEffect, useRef } from 'preact/hooks';
import { useApp } from '../state/app-context.js';
import { createEditor } from './editor.js';

export function EditorPane() {
  const { store, messages } = useApp();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (place.current === null) return undefined;
    const editor = createEditor(place.current, {
      text: store.state.robotsTxt,
      label: messages.editor.label,
      onChange: (robotsTxt) => store.change({ robotsTxt }),
    });
    const unsubscribe = store.subscribe(() => editor.show(store.state.robotsTxt));
    return () => {
      unsubscribe();
      editor.destroy();
    };
  }, [store, messages]);
  return (
    <section class="pane editor-pane" aria-label={messages.editor.label}>
      <div class="editor" ref={place} />
    </section>
  );
}
