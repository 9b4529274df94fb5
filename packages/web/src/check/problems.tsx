/** The problems of the robots.txt, next to the answer. */
import { type DiagnosticGroup, groupDiagnostics } from '@repkit/core/analysis';
import { useState } from 'preact/hooks';
import { Button } from '../controls/button.js';
import { FailedText } from '../controls/pane.js';
import { clauseText, crawlerName, findingText, lineText, moreText } from '../messages/messages.js';
import { useLate, usePage } from '../state/page.js';
import { change, currentResults, type Failed, fileDialect } from '../state/page-state.js';
import type { Finding, FixResult } from '../worker/requests.js';

/** A hostile file can have one problem per line. */
const MAX_SHOWN = 200;
/** The others are folded. */
const MAX_OPEN = 3;
const WEIGHTS = { error: 0, warning: 1, info: 2 } as const;

export function Problems() {
  const { state, messages } = usePage();
  const { findings: texts, fill } = messages;
  const { findings } = currentResults(state);
  const dialect = fileDialect(state);
  // The text has changed since, so that fixes no longer apply.
  const isStale = typeof findings !== 'object' || findings.robotsTxt !== state.robotsTxt.value || findings.dialect !== dialect;
  const isLate = useLate(isStale && findings !== 'failed');
  if (findings === 'failed') return <FailedText />;
  if (findings === undefined) return isLate ? <p class="hint">{texts.checking}</p> : null;
  const { diagnostics } = findings;
  const groups = groupDiagnostics(diagnostics).toSorted((left, right) => WEIGHTS[left.severity] - WEIGHTS[right.severity]);
  const shown = groups.slice(0, MAX_SHOWN);
  const open = shown.slice(0, MAX_OPEN);
  const folded = shown.slice(MAX_OPEN);
  const item = ({ diagnostics: [diagnostic, ...others] }: DiagnosticGroup<Finding>) => {
    const [title, explanation] = findingText(messages, diagnostic);
    return (
      <li key={`${diagnostic.span.start} ${diagnostic.code}`} class={diagnostic.severity}>
        <button type="button" class="finding" onClick={() => change(state, { isEditing: true, revealed: diagnostic.span })}>
          <span class="badge">{texts.severity[diagnostic.severity]}</span>
          <strong class="finding-title">{title}</strong>
          <span class="line-number">
            {lineText(messages, diagnostic.span.line)}
            {others.length > 0 && ` ${moreText(messages, others.length)}`}
          </span>
          <span class="clause cut">{clauseText(messages, diagnostic.clause)}</span>
          {explanation && <span class="finding-text quiet">{explanation}</span>}
          {!explanation && (
            <span class="finding-text quiet" lang="en">
              {diagnostic.message}
            </span>
          )}
        </button>
        {diagnostic.fix && !isLate && <Fix diagnostic={diagnostic} isStale={isStale} />}
      </li>
    );
  };
  return (
    <section class={`findings ${isLate ? 'late' : ''}`} aria-label={texts.label} aria-busy={isLate}>
      <h2>
        <span role="status">{isLate ? texts.checking : fill(texts.count, { count: diagnostics.length })}</span>
      </h2>
      <ul>{open.map(item)}</ul>
      {folded.length > 0 && (
        <details>
          <summary class="hint">{fill(texts.more, { count: folded.length })}</summary>
          <ul>{folded.map(item)}</ul>
        </details>
      )}
      {groups.length > MAX_SHOWN && <p class="quiet">{moreText(messages, groups.length - MAX_SHOWN)}</p>}
    </section>
  );
}

interface FixProps {
  readonly diagnostic: Finding;
  readonly isStale: boolean;
}

/** Applies a safe fix at once. Shows what any other one changes, and applies it if that is intended. */
function Fix({ diagnostic, isStale }: FixProps) {
  const { state, messages, worker } = usePage();
  const { findings: texts, fill } = messages;
  const [suggested, setSuggested] = useState<FixResult | Failed>();
  const robotsTxt = state.robotsTxt.value;
  const line = <span class="sr-only">: {lineText(messages, diagnostic.span.line)}</span>;
  const apply = ({ fixed }: FixResult) => {
    // The text may have changed while the fix was computed.
    if (state.robotsTxt.peek() === robotsTxt) state.robotsTxt.value = fixed;
  };
  if (suggested === 'failed') return <FailedText />;
  if (suggested === undefined || isStale) {
    const fix = async () => {
      const request = { kind: 'fix', robotsTxt, dialect: fileDialect(state), diagnostic } as const;
      const result = await worker.ask(request).catch((): Failed => 'failed');
      if (result !== 'failed' && result.effects === undefined) apply(result);
      else setSuggested(result);
    };
    return (
      <Button disabled={isStale} onClick={() => void fix()}>
        {texts.fix}
        {line}
      </Button>
    );
  }
  return (
    <div class="fix-effects stack" role="status">
      <p>{texts.suggested}</p>
      <ul>
        {suggested.effects?.map(({ dialect, productTokens, witness, after }) => (
          <li key={dialect}>
            {fill(texts.fixEffect[after.allowed ? 'allows' : 'blocks'], {
              url: witness,
              crawlers: productTokens.map((token) => crawlerName(messages, token)).join(', '),
              dialect: messages.specName[dialect],
            })}
          </li>
        ))}
      </ul>
      <Button onClick={() => apply(suggested)}>
        {texts.fixAnyway}
        {line}
      </Button>
    </div>
  );
}
