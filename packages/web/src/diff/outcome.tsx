/** What the comparison comes to, in a sentence: proved, or not decided. */
import type { Failed } from '../analysis/latest-work.js';
import { useMessages } from '../state/app-context.js';
import type { Comparison } from './comparison.js';

export interface OutcomeProps {
  readonly comparison: Comparison | Failed | undefined;
}

export function Outcome({ comparison }: OutcomeProps) {
  const { diff: texts, failed } = useMessages();
  if (comparison === 'failed') {
    return (
      <section class="outcome" role="status">
        <p>{failed}</p>
      </section>
    );
  }
  const kind = comparison === undefined ? 'comparing' : outcomeOf(comparison);
  return (
    <section class={`outcome ${kind}`} role="status">
      <h2>{texts.outcome[kind]}</h2>
      {comparison !== undefined && kind !== 'comparing' && (
        <p>{kind === 'changed' ? sentenceOf(comparison) : texts.meaning[kind]}</p>
      )}
    </section>
  );

  function sentenceOf({ changes, complete }: Comparison): string {
    const blocked = changes.filter(({ effect }) => effect === 'newly-blocked').length;
    const counts = texts.counts(blocked, changes.length - blocked);
    return `${counts} ${complete ? texts.complete : texts.incomplete}`;
  }
}

function outcomeOf({ equivalent }: Comparison): 'equivalent' | 'undecided' | 'changed' {
  if (equivalent === 'undecided') return 'undecided';
  return equivalent ? 'equivalent' : 'changed';
}
