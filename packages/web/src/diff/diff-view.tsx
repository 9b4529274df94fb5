/** Before and after: which URLs become blocked or allowed, proved. */
import { useEffect, useState } from 'preact/hooks';
import { OpenFile } from '../editor/open-file.js';
import { OpenedNotice } from '../editor/opened-notice.js';
import type { OpenedText } from '../editor/opened-text.js';
import { useApp, useSelected } from '../state/app-context.js';
import { ChangeList } from './change-list.js';
import { Outcome } from './outcome.js';
import { useComparison } from './use-comparison.js';

export function DiffView() {
  const { store, messages } = useApp();
  const { diff: texts } = messages;
  const before = useSelected((state) => state.before);
  const comparison = useComparison();
  const [opened, setOpened] = useState<OpenedText>();
  const changes = comparison === undefined || comparison === 'failed' ? [] : comparison.changes;
  const open = (file: OpenedText) => {
    const text = file.text.replace(/\r\n?/g, '\n');
    setOpened({ ...file, text });
    store.change({ before: text });
  };
  // A change may light its line; elsewhere it says nothing.
  useEffect(() => () => store.change({ lit: undefined }), [store]);
  return (
    <>
      <section class="pane" aria-labelledby="before-title">
        <header class="pane-head">
          <h2 id="before-title">{texts.before}</h2>
          <span class="tools">
            <button
              type="button"
              class="button"
              onClick={() => store.change({ before: store.state.robotsTxt })}
            >
              {texts.takeEditor}
            </button>
            <button
              type="button"
              class="button"
              onClick={() =>
                store.change({ before: store.state.robotsTxt, robotsTxt: store.state.before })
              }
            >
              {texts.swap}
            </button>
            <OpenFile label={messages.editor.open} accept=".txt,text/plain" onOpen={open} />
          </span>
        </header>
        <OpenedNotice opened={opened} text={before} />
        <textarea
          class="before"
          rows={9}
          spellcheck={false}
          aria-labelledby="before-title"
          aria-describedby="before-hint"
          value={before}
          onInput={({ currentTarget }) => store.change({ before: currentTarget.value })}
        />
        <p class="hint before-hint" id="before-hint">
          {before === '' ? texts.empty : texts.hint}
        </p>
      </section>
      <Outcome comparison={comparison} />
      {(['newly-blocked', 'newly-allowed'] as const).map((effect) => (
        <ChangeList
          key={effect}
          effect={effect}
          changes={changes.filter((change) => change.effect === effect)}
        />
      ))}
    </>
  );
}
