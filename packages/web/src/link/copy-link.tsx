/** The button that copies a link to the current state, and the notice about a damaged link. */
import { useSignalEffect } from '@preact/signals';
import { Button } from '../controls/button.js';
import { Notice } from '../controls/pane.js';
import type { Status } from '../messages/messages.js';
import { usePage, useStatus } from '../state/page.js';
import { change, MAX_PRODUCT_TOKENS } from '../state/page-state.js';
import { fitsInLink, MAX_FRAGMENT_CHARACTERS, MAX_LINK_URL_LINES, sharedValues, writeFragment } from './fragment.js';

export function CopyLink() {
  const { state, messages } = usePage();
  const [status, showStatus] = useStatus();
  // The notice is about the state at the time of copying.
  useSignalEffect(() => {
    sharedValues(state);
    showStatus(undefined);
  });
  return (
    <div class="copy-link">
      <Button onClick={async () => showStatus(await copy())}>{messages.link.copy}</Button>
      <span class={status ? 'popup copied' : ''} role="status">
        {status}
      </span>
    </div>
  );

  /** Copies a link and returns what happened. */
  async function copy(): Promise<Status> {
    const values = sharedValues(state);
    const fragment = await writeFragment(values);
    if (!fitsInLink(values, fragment)) {
      const limits = { urls: MAX_LINK_URL_LINES, crawlers: MAX_PRODUCT_TOKENS, characters: MAX_FRAGMENT_CHARACTERS };
      return ({ link, fill }) => fill(link.tooMuch, limits);
    }
    try {
      const address = location.origin + location.pathname + location.search + fragment;
      await navigator.clipboard.writeText(address);
      return ({ link }) => link.copied;
    } catch {
      return ({ link }) => link.notCopied;
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
