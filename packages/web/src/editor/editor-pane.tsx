/** The robots.txt, to be written and read: the editor, what it says at the cursor, and what was found in it. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { LintAnswer } from '../analysis/answer.js';
import { analysis, type Failed } from '../analysis/latest-work.js';
import { useApp, useSelected } from '../state/app-context.js';
import { SETTLED_MS } from '../state/use-settled.js';
import { Editor } from './editor.js';
import { Findings } from './findings.js';
import { OpenedNotice, OpenFile } from './open-file.js';
import type { OpenedText } from './opened-text.js';
import { type RecordText, recordTextAt } from './record-text.js';

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
  const dialect = useSelected((state) => state.dialect);
  const [opened, setOpened] = useState<OpenedText>();
  const [found, setFound] = useState<LintAnswer | Failed>();
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
    const analyser = analysis<'lint'>((answer) => {
      setFound(answer);
      if (answer !== 'failed') made.mark(answer);
    });
    const look = () => {
      analyser.request({
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

  const lint = found === 'failed' ? undefined : found;
  const isStale = lint === undefined || lint.robotsTxt !== robotsTxt || lint.dialect !== dialect;
  useEffect(() => {
    spoken.current = messages;
    editor.current?.speak(messages);
    if (lint !== undefined) editor.current?.mark(lint);
  }, [messages]);

  const open = (file: OpenedText) => {
    const text = file.text.replace(/\r\n?/g, '\n');
    setOpened({ ...file, text });
    store.change({ robotsTxt: text });
  };

  return (
    <section class="pane editor-pane" aria-label={messages.editor.label}>
      <header class="pane-head">
        <h2>robots.txt</h2>
        <OpenFile label={messages.editor.open} accept=".txt,text/plain" onOpen={open} />
      </header>
      <OpenedNotice opened={opened} text={robotsTxt} />
      <div class="editor" ref={place} />
      <div class="cursor-line">
        <span class="line-number">{messages.line(cursor.line)}</span>
        <p>
          {cursor.text === undefined ? messages.editor.nothing : cursor.text.sentences.join(' ')}
        </p>
        <span class="clause">{cursor.text?.clause}</span>
      </div>
      <Findings
        diagnostics={lint?.diagnostics}
        isStale={isStale}
        hasFailed={found === 'failed'}
        onGoTo={(diagnostic) => editor.current?.goTo(diagnostic)}
        onFix={(diagnostic) => lint && editor.current?.fix(lint.robotsTxt, diagnostic)}
      />
    </section>
  );
}
