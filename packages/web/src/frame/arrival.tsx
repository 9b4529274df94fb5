/** What the page shows before there is something to answer: a question, one field, and tasks. */
import { useRef } from 'preact/hooks';
import { FileButton } from '../controls/file-button.js';
import { loadPart } from '../messages/load-part.js';
import { usePage, useStatus } from '../state/page.js';
import { change, exampleValues, type Values } from '../state/page-state.js';
import { SiteField } from './site-field.js';

export function Arrival() {
  const { state, messages, worker, hasService } = usePage();
  const { start: texts } = messages;
  const box = useRef<HTMLDivElement>(null);
  const [status, showStatus] = useStatus();
  const start = (values: Partial<Values>) => change(state, { isStarted: true, ...values });

  const openLog = async (file: File) => {
    try {
      const { importFile } = await loadPart(() => import('../check/import-file.js'));
      showStatus(await importFile(file, state, worker));
    } catch {
      showStatus(({ loadFailed }) => loadFailed);
    }
  };

  return (
    <div class="arrival" ref={box}>
      <h1>{texts.question}</h1>
      <SiteField />
      {!hasService && <p class="hint">{texts.howToGetFile}</p>}
      <ul class="tasks">
        <li>
          <button type="button" onClick={() => box.current?.querySelector('input')?.focus()}>
            <strong>{texts.tasks.check}</strong>
            <span>{texts.about.check}</span>
          </button>
        </li>
        <li>
          <button type="button" onClick={() => start({ view: 'block' })}>
            <strong>{texts.tasks.block}</strong>
            <span>{texts.about.block}</span>
          </button>
        </li>
        <li>
          <button type="button" onClick={() => start({ view: 'check', isEditing: true })}>
            <strong>{texts.tasks.lint}</strong>
            <span>{texts.about.lint}</span>
          </button>
        </li>
        <li>
          <FileButton
            label={
              <>
                <strong>{texts.tasks.visits}</strong>
                <span>{texts.about.visits}</span>
              </>
            }
            name={texts.tasks.visits}
            accept=".log,.txt,.gz,text/plain"
            onFile={openLog}
          />
        </li>
      </ul>
      <p class="row">
        <button
          type="button"
          class="link"
          onClick={() => start({ ...exampleValues(), view: 'check' })}
        >
          {texts.example}
        </button>
        <button type="button" class="link" onClick={() => start({ view: 'compare' })}>
          {texts.compare}
        </button>
      </p>
      <p role="status">{status}</p>
    </div>
  );
}
