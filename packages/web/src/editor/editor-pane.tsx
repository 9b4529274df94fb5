/** The robots.txt, to be written and read: the editor, what it says at the cursor, and what was found in it. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { Analyser } from '../analysis/analyser.js';
import type { LintAnswer } from '../analysis/answer.js';
import { useApp, useSelected } from '../state/app-context.js';
import { SETTLED_MS } from '../state/use-settled.js';
import { Editor } from './editor.js';
import { Findings } from './findings.js';
import { OpenFile } from './open-file.js';
import { recordTextAt } from './record-hover.js';
import type { RecordText } from './record-text.js';

interface CursorLine {
  readonly line: number;
  readonly text: RecordText | undefined;
}

export function EditorPane() {
  const { store, messages } = useApp();
  const robotsTxt = useSelected((state) => state.robotsTxt);
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>(undefined);
  const spoken = useRef(messages);
  const [found, setFound] = useState<LintAnswer>();
  const [cursor, setCursor] = useState<CursorLine>({ line: 1, text: undefined });

  useEffect(() => {
    if (place.current === null) return undefined;
    let reading: ReturnType<typeof setTimeout> | undefined;
    const { robotsTxt: text, dialect, lit } = store.state;
    const made = new Editor(place.current, {
      ...{ text, dialect, messages: spoken.current },
      onChange: (changed) => store.change({ robotsTxt: changed }),
      onLine: (state, line) => {
        clearTimeout(reading);
        reading = setTimeout(
          () => setCursor({ line, text: recordTextAt(state, line, spoken.current) }),
          SETTLED_MS,
        );
      },
    });
    editor.current = made;
    made.light(lit);
    const analyser = new Analyser<'lint'>((answer) => {
      setFound(answer);
      made.mark(answer);
    });
    const look = () => {
      analyser.ask({
        ...{ kind: 'lint', robotsTxt: store.state.robotsTxt, dialect: store.state.dialect },
      });
    };
    look();
    let shown = store.state;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = store.subscribe(() => {
      const { state } = store;
      const before = shown;
      shown = state;
      if (state.dialect !== before.dialect) made.read(state.dialect);
      if (state.robotsTxt !== before.robotsTxt) made.show(state.robotsTxt);
      if (state.lit !== before.lit) made.light(state.lit);
      if (state.robotsTxt === before.robotsTxt && state.dialect === before.dialect) return;
      clearTimeout(timer);
      timer = setTimeout(look, SETTLED_MS);
    });
    return () => {
      clearTimeout(timer);
      clearTimeout(reading);
      unsubscribe();
      analyser.close();
      made.destroy();
    };
  }, [store]);

  useEffect(() => {
    spoken.current = messages;
    editor.current?.speak(messages);
    if (found !== undefined) editor.current?.mark(found);
  }, [messages]);

  return (
    <section class="pane editor-pane" aria-label={messages.editor.label}>
      <header class="pane-head">
        <h2>robots.txt</h2>
        <OpenFile
          label={messages.editor.open}
          accept=".txt,text/plain"
          onOpen={(opened) => store.change({ robotsTxt: opened.replace(/\r\n?/g, '\n') })}
        />
      </header>
      <div class="editor" ref={place} />
      <div class="cursor-line">
        <span class="line-number">{messages.line(cursor.line)}</span>
        <p>
          {cursor.text === undefined ? messages.editor.nothing : cursor.text.sentences.join(' ')}
        </p>
        <span class="clause">{cursor.text?.clause}</span>
      </div>
      <Findings
        diagnostics={found?.diagnostics}
        isStale={found?.robotsTxt !== robotsTxt}
        onGoTo={(diagnostic) => editor.current?.goTo(diagnostic)}
        onFix={(diagnostic) => found && editor.current?.fix(found.robotsTxt, diagnostic)}
      />
    </section>
  );
}
