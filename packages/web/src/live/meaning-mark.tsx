/** What may be fetched, as a sign and in words. */
import { useMessages } from '../state/app-context.js';
import type { Meaning } from './robots-answer.js';

export function MeaningMark({ meaning }: { readonly meaning: Meaning }) {
  const { live: texts } = useMessages();
  return (
    <span class={`meaning ${meaning}`}>
      <svg class="meaning-sign" viewBox="0 0 16 12" aria-hidden="true">
        <rect width="16" height="12" />
        {meaning === 'disallow-all' && <rect class="hatched" width="16" height="12" />}
      </svg>
      {texts.meaning[meaning]}
    </span>
  );
}
