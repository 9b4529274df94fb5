/** The list of problems in the robots.txt. */
import { type DiagnosticGroup, groupDiagnostics } from '@repkit/core/analysis';
import { useState } from 'preact/hooks';
import { Button } from '../controls/button.js';
import { FailedText } from '../controls/pane.js';
import { clauseText, crawlerName, findingText, lineText, moreText } from '../messages/messages.js';
import { useLate, useMessages } from '../state/page.js';
import type { Finding, FixResult } from '../worker/requests.js';

export interface FindingListProps {
  /** undefined before the first result. */
  readonly diagnostics: readonly Finding[] | undefined;
  /** Whether the text has changed since, so that fixes no longer apply. */
  readonly isStale: boolean;
  /** Whether the worker failed. */
  readonly hasFailed: boolean;
  readonly onGoTo: (diagnostic: Finding) => void;
  readonly onFix: (fixed: string) => void;
  /** Rejects if the worker failed. */
  readonly fixOf: (diagnostic: Finding) => Promise<FixResult>;
}

/** A hostile file can have one problem per line. */
const MAX_SHOWN = 200;
/** The others are folded. */
const MAX_OPEN = 3;
const WEIGHTS = { error: 0, warning: 1, info: 2 } as const;

export function FindingList(props: FindingListProps) {
  const { diagnostics, isStale, hasFailed, onGoTo } = props;
  const messages = useMessages();
  const { findings: texts, fill } = messages;
  const isLate = useLate(isStale && !hasFailed);
  if (hasFailed) return <FailedText />;
  if (diagnostics === undefined) return isLate ? <p class="hint">{texts.checking}</p> : null;
  const groups = groupDiagnostics(diagnostics).toSorted(
    (left, right) => WEIGHTS[left.severity] - WEIGHTS[right.severity],
  );
  const shown = groups.slice(0, MAX_SHOWN);
  const open = shown.slice(0, MAX_OPEN);
  const folded = shown.slice(MAX_OPEN);
  const item = ({ diagnostics: [diagnostic, ...others] }: DiagnosticGroup<Finding>) => {
    const [title, explanation] = findingText(messages, diagnostic);
    return (
      <li key={`${diagnostic.span.start} ${diagnostic.code}`} class={diagnostic.severity}>
        <button type="button" class="finding" onClick={() => onGoTo(diagnostic)}>
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
        {diagnostic.fix && !isLate && <Fix {...props} diagnostic={diagnostic} />}
      </li>
    );
  };
  return (
    <section class={`findings ${isLate ? 'late' : ''}`} aria-label={texts.label} aria-busy={isLate}>
      <h2>
        <span role="status">
          {isLate ? texts.checking : fill(texts.count, { count: diagnostics.length })}
        </span>
      </h2>
      <ul>{open.map(item)}</ul>
      {folded.length > 0 && (
        <details>
          <summary>{fill(texts.more, { count: folded.length })}</summary>
          <ul>{folded.map(item)}</ul>
        </details>
      )}
      {groups.length > MAX_SHOWN && (
        <p class="quiet">{moreText(messages, groups.length - MAX_SHOWN)}</p>
      )}
    </section>
  );
}

/** Applies a safe fix at once. Shows what any other one changes, and applies it if that is intended. */
function Fix({
  diagnostic,
  isStale,
  onFix,
  fixOf,
}: Pick<FindingListProps, 'isStale' | 'onFix' | 'fixOf'> & { readonly diagnostic: Finding }) {
  const messages = useMessages();
  const { findings: texts, fill } = messages;
  const [suggested, setSuggested] = useState<FixResult>();
  const line = <span class="sr-only">: {lineText(messages, diagnostic.span.line)}</span>;
  if (suggested === undefined || isStale) {
    const fix = async () => {
      const result = await fixOf(diagnostic);
      if (result.effects === undefined) onFix(result.fixed);
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
      <Button onClick={() => onFix(suggested.fixed)}>
        {texts.fixAnyway}
        {line}
      </Button>
    </div>
  );
}
