/** What the page shows before there is something to answer: a question, one field, and tasks. */
import { useRef } from 'preact/hooks';
import { Button } from '../controls/button.js';
import { FileButton } from '../controls/file-button.js';
import { usePage } from '../state/page.js';
import { change, exampleValues, type Values } from '../state/page-state.js';
import { SiteField } from './site-field.js';

export function Arrival() {
  const { state, messages, hasService } = usePage();
  const { start: texts } = messages;
  const box = useRef<HTMLDivElement>(null);
  const start = (values: Partial<Values>) => change(state, { isStarted: true, ...values });

  return (
    <div class="arrival stack" ref={box}>
      <h1>{texts.question}</h1>
      <SiteField />
      {!hasService && <p class="hint">{texts.howToGetFile}</p>}
      <ul class="tasks columns">
        <li>
          <Button onClick={() => box.current?.querySelector('input')?.focus()}>
            <strong>{texts.tasks.check}</strong>
            <span>{texts.about.check}</span>
          </Button>
        </li>
        <li>
          <Button onClick={() => start({ view: 'block' })}>
            <strong>{texts.tasks.block}</strong>
            <span>{texts.about.block}</span>
          </Button>
        </li>
        <li>
          <Button onClick={() => start({ view: 'check', isEditing: true })}>
            <strong>{texts.tasks.lint}</strong>
            <span>{texts.about.lint}</span>
          </Button>
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
            multiple
            onFiles={(...logs) => start({ view: 'visits', logs })}
          />
        </li>
      </ul>
      <p class="row">
        <button type="button" class="link" onClick={() => start({ ...exampleValues(), view: 'check' })}>
          {texts.example}
        </button>
        <button type="button" class="link" onClick={() => start({ view: 'compare' })}>
          {texts.compare}
        </button>
      </p>
    </div>
  );
}
