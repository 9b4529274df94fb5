/** The button that copies a link to the current state, and the notice about a damaged link. */
import { useSignalEffect } from '@preact/signals';
import { useState } from 'preact/hooks';
import { Button } from '../controls/button.js';
import { Notice } from '../controls/pane.js';
import { usePage } from '../state/page.js';
import { change, MAX_PRODUCT_TOKENS } from '../state/page-state.js';
import {
  fitsInLink,
  MAX_FRAGMENT_CHARACTERS,
  MAX_LINK_URL_LINES,
  sharedValues,
  writeFragment,
} from './fragment.js';

type CopyResult =
  | { readonly kind: 'copied' }
  /** The browser denied access to the clipboard. */
  | { readonly kind: 'by-hand'; readonly link: string }
  | { readonly kind: 'too-long'; readonly characters: number; readonly limit: number }
  | { readonly kind: 'too-many' };

export function CopyLink() {
  const { state, messages } = usePage();
  const { link: texts, fill } = messages;
  const [outcome, setOutcome] = useState<CopyResult>();
  // The notice is about the state at the time of copying.
  useSignalEffect(() => {
    sharedValues(state);
    setOutcome(undefined);
  });
  return (
    <div class="copy-link">
      <Button onClick={async () => setOutcome(await copy())}>{texts.copy}</Button>
      <span class={outcome ? 'pane popup copied' : ''} role="status">
        {outcome?.kind === 'copied' && texts.copied}
        {outcome?.kind === 'too-long' &&
          fill(texts.tooLongToCopy, { characters: outcome.characters, limit: outcome.limit })}
        {outcome?.kind === 'too-many' &&
          fill(texts.tooMany, { urls: MAX_LINK_URL_LINES, crawlers: MAX_PRODUCT_TOKENS })}
        {outcome?.kind === 'by-hand' && texts.byHand}
      </span>
      {outcome?.kind === 'by-hand' && (
        <input
          class="pane popup copied link-by-hand"
          readOnly
          aria-label={texts.byHand}
          value={outcome.link}
          ref={(input) => {
            input?.focus();
            input?.select();
          }}
        />
      )}
    </div>
  );

  async function copy(): Promise<CopyResult> {
    const limit = MAX_FRAGMENT_CHARACTERS;
    const values = sharedValues(state);
    const fragment = await writeFragment(values);
    if (fragment.length > limit) return { kind: 'too-long', characters: fragment.length, limit };
    if (!fitsInLink(values, fragment)) return { kind: 'too-many' };
    const link = location.origin + location.pathname + location.search + fragment;
    try {
      await navigator.clipboard.writeText(link);
      return { kind: 'copied' };
    } catch {
      return { kind: 'by-hand', link };
    }
  }
}

export function LinkNotice() {
  const { state, messages } = usePage();
  const problem = state.linkProblem.value;
  return (
    <Notice onDismiss={() => change(state, { linkProblem: undefined })}>
      {problem && (
        <>
          <strong>{messages.link.problem}</strong> {messages.link.problemOf[problem]}
        </>
      )}
    </Notice>
  );
}
