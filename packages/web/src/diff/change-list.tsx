/** The changes of one kind: which URLs, for whom, and what decides about them before and after. */
import { useState } from 'preact/hooks';
import { useApp } from '../state/app-context.js';
import { withTargets } from '../state/url-lines.js';
import type { ChangeForSome, Deciding } from './comparison.js';

/** More are shown on demand: two large files may differ in thousands of ways. */
const SHOWN_AT_ONCE = 50;
/** Names of crawlers in one change. */
const NAMED_AT_ONCE = 6;

export interface ChangeListProps {
  readonly effect: ChangeForSome['effect'];
  readonly changes: readonly ChangeForSome[];
}

export function ChangeList({ effect, changes }: ChangeListProps) {
  const { diff: texts } = useApp().messages;
  const [most, setMost] = useState(SHOWN_AT_ONCE);
  if (changes.length === 0) return null;
  const left = changes.length - most;
  return (
    <section class={`pane changes ${effect}`} aria-labelledby={effect}>
      <header class="pane-head">
        <h2 id={effect}>
          <span class="effect-sign" aria-hidden="true" />
          {texts.effect[effect]}
        </h2>
        <span class="count">{changes.length}</span>
      </header>
      <ul>
        {changes.slice(0, most).map((change) => (
          <ChangeItem key={JSON.stringify(change)} change={change} />
        ))}
      </ul>
      {left > 0 && (
        <button type="button" class="button more" onClick={() => setMost(most + SHOWN_AT_ONCE)}>
          {texts.more(left)}
        </button>
      )}
    </section>
  );
}

function ChangeItem({ change }: { readonly change: ChangeForSome }) {
  const { store, messages } = useApp();
  const { diff: texts } = messages;
  const { productTokens, pattern, witness, before, after, effect } = change;
  const unnamed = productTokens.length - NAMED_AT_ONCE;
  const [wasAllowed, isAllowed] = [effect === 'newly-blocked', effect === 'newly-allowed'];
  const line = after.rule?.line;
  return (
    <li class="change">
      <h3>
        <code>{pattern}</code>
        <span class="for-whom">
          {productTokens.slice(0, NAMED_AT_ONCE).map((token) => (
            <span class="token" key={token}>
              {token}
            </span>
          ))}
          {unnamed > 0 && texts.others(unnamed)}
        </span>
      </h3>
      <p class="witness">
        {texts.suchAs} <code>{witness}</code>
      </p>
      <dl class="sides">
        <Side label={texts.before} isAllowed={wasAllowed} deciding={before} />
        <Side label={texts.after} isAllowed={isAllowed} deciding={after} />
      </dl>
      <p class="tools">
        {line !== undefined && (
          <button
            type="button"
            class="button"
            onClick={() => store.change({ lit: { deciding: line, lost: [], userAgentLines: [] } })}
          >
            {texts.showLine(line)}
          </button>
        )}
        <button
          type="button"
          class="button"
          onClick={() => store.change({ urls: withTargets(store.state.urls, [witness]) })}
        >
          {texts.addWitness}
        </button>
      </p>
    </li>
  );
}

interface SideProps {
  readonly label: string;
  readonly isAllowed: boolean;
  readonly deciding: Deciding;
}

function Side({ label, isAllowed, deciding: { reason, rule } }: SideProps) {
  const messages = useApp().messages;
  return (
    <div class={isAllowed ? 'is-allowed' : 'is-disallowed'}>
      <dt>{label}</dt>
      <dd>
        <span class="verdict">{isAllowed ? messages.allowed : messages.disallowed}</span>{' '}
        {rule === undefined ? (
          messages.diff.because[reason]
        ) : (
          <>
            <span class="line-number">{messages.line(rule.line)}</span>{' '}
            <code>
              {rule.kind === 'allow' ? 'Allow: ' : 'Disallow: '}
              {rule.pattern}
            </code>
          </>
        )}
      </dd>
    </div>
  );
}
