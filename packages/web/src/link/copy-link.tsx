/** The button that copies a link to the current state, and the notice about a damaged link. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../controls/button.js';
import { Notice } from '../controls/pane.js';
import { useApp, useSelected } from '../state/app-context.js';
import { MAX_PRODUCT_TOKENS } from '../state/app-state.js';
import {
  fitsInLink,
  isSameState,
  MAX_FRAGMENT_CHARACTERS,
  MAX_LINK_URL_LINES,
  writeFragment,
} from './fragment.js';

type CopyResult =
  | { readonly kind: 'copied' }
  /** The browser denied access to the clipboard. */
  | { readonly kind: 'by-hand'; readonly link: string }
  | { readonly kind: 'too-long'; readonly characters: number; readonly limit: number }
  | { readonly kind: 'too-many' };

export function CopyLink() {
  const { store, messages } = useApp();
  const { link: texts } = messages;
  const [outcome, setOutcome] = useState<CopyResult>();
  const copied = useRef(store.state);
  useEffect(
    () =>
      // The notice is about the state at the time of copying.
      store.subscribe(() => {
        if (!isSameState(store.state, copied.current)) setOutcome(undefined);
      }),
    [store],
  );
  return (
    <div class="copy-link">
      <Button onClick={async () => setOutcome(await copy())}>{texts.copy}</Button>
      <span class={outcome ? 'pane popup copied' : ''} role="status">
        {outcome?.kind === 'copied' && texts.copied}
        {outcome?.kind === 'too-long' && texts.tooLongToCopy(outcome.characters, outcome.limit)}
        {outcome?.kind === 'too-many' && texts.tooMany(MAX_LINK_URL_LINES, MAX_PRODUCT_TOKENS)}
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
    copied.current = store.state;
    const fragment = await writeFragment(copied.current);
    if (fragment.length > limit) return { kind: 'too-long', characters: fragment.length, limit };
    if (!fitsInLink(copied.current, fragment)) return { kind: 'too-many' };
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
  const { store, messages } = useApp();
  const problem = useSelected((state) => state.linkProblem);
  return (
    <Notice onDismiss={() => store.change({ linkProblem: undefined })}>
      {problem && (
        <>
          <strong>{messages.link.problem}</strong> {messages.link.problemOf[problem]}
        </>
      )}
    </Notice>
  );
}
