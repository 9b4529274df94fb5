/**
 * The Check view: what the file means, in sentences; its problems; a table of URLs by crawlers; and the explanation of one
 * verdict.
 */
import { useEffect } from 'preact/hooks';
import { deferred } from '../controls/deferred.js';
import { FailedText } from '../controls/pane.js';
import { useLate, usePage } from '../state/page.js';
import { currentProblem, currentResults, listedExplanation } from '../state/page-state.js';
import { isBlocked } from '../state/results.js';
import { Answer } from './answer.js';
import { closeExplanation } from './explanation.js';
import { Problems } from './problems.js';
import { SourceLine } from './source-line.js';
import { TablePane } from './table-pane.js';

const EditorPane = deferred(() => import('../editor/editor-pane.js'), 'EditorPane');

export function CheckView() {
  const { state } = usePage();
  const { checked: result, findings } = currentResults(state);
  const isEditing = state.isEditing.value;
  const explanation = listedExplanation(state);
  const isAnswered = currentProblem(state) === undefined;
  // Problems arrive after the verdicts. They are above the table, and must not move it.
  const isWaiting = result !== undefined && findings === undefined;
  const isLate = useLate(isWaiting);

  useEffect(() => {
    const closeOnEscape = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key !== 'Escape' || defaultPrevented || state.chosen.peek() === undefined) return;
      // The browser closes an open panel.
      if (document.querySelector(':popover-open') === null) closeExplanation(state);
    };
    addEventListener('keydown', closeOnEscape);
    return () => removeEventListener('keydown', closeOnEscape);
  }, [state]);

  return (
    <div class={`check stack ${isEditing ? 'editing' : ''} ${explanation ? 'explaining' : ''}`}>
      {isEditing && <EditorPane />}
      <div class="answers stack">
        {isAnswered && <SourceLine />}
        {isAnswered && result !== undefined && (!isWaiting || isLate) && (
          <>
            <div class="answer-columns columns">
              <Answer />
              {!isBlocked(state) && result !== 'failed' && <Problems />}
            </div>
            {result === 'failed' ? <FailedText /> : <TablePane checked={result} />}
          </>
        )}
      </div>
    </div>
  );
}
