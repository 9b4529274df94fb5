/** The list of problems in the robots.txt. */
import { type DiagnosticGroup, type FixEffect, groupDiagnostics } from '@repkit/core/analysis';
import { useState } from 'preact/hooks';
import type { Finding } from '../analysis/analyze.js';
import { Button } from '../controls/button.js';
import { FailedText } from '../controls/pane.js';
import { clauseText, crawlerName, findingText } from '../messages/messages.js';
import { useMessages } from '../state/app-context.js';
import type { FindingCounts } from '../state/app-state.js';
import { useLate } from '../state/use-settled.js';

export interface FindingsProps {
  /** undefined before the first result. */
  readonly diagnostics: readonly Finding[] | undefined;
  /** Whether the text has changed since, so that fixes no longer apply. */
  readonly isStale: boolean;
  /** Whether the linter failed. */
  readonly hasFailed: boolean;
  readonly onGoTo: (diagnostic: Finding) => void;
  readonly onFix: (diagnostic: Finding) => unknown;
  /** Resolves to examples of the verdicts that a fix changes; undefined if it is safe. */
  readonly effectsOf: (diagnostic: Finding) => Promise<readonly FixEffect[] | undefined>;
}

/** A hostile file can have one problem per line. */
const MAX_SHOWN = 200;

export function countFindings(diagnostics: readonly Finding[]): FindingCounts {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of diagnostics) counts[severity]++;
  return counts;
}

export function Findings(props: FindingsProps) {
  const { diagnostics, isStale, hasFailed, onGoTo } = props;
  const messages = useMessages();
  const { findings: texts } = messages;
  const isLate = useLate(isStale && !hasFailed);
  if (hasFailed) return <FailedText />;
  if (diagnostics === undefined) return isLate ? <p class="hint inset">{texts.checking}</p> : null;
  const groups = groupDiagnostics(diagnostics);
  const shown = groups.slice(0, MAX_SHOWN);
  const notes = shown.filter(({ severity }) => severity === 'info');
  const counts = countFindings(diagnostics);
  const item = ({ diagnostics: [diagnostic, ...others] }: DiagnosticGroup<Finding>) => {
    const [title, explanation] = findingText(messages, diagnostic);
    return (
      <li key={`${diagnostic.span.start} ${diagnostic.code}`} class={diagnostic.severity}>
        <button type="button" class="finding" onClick={() => onGoTo(diagnostic)}>
          <span class="badge">{texts.severity[diagnostic.severity]}</span>
          <strong class="finding-title">{title}</strong>
          <span class="line-number">
            {messages.line(diagnostic.span.line)}
            {others.length > 0 && ` ${messages.andMore(others.length)}`}
          </span>
          {explanation && <span class="finding-text quiet">{explanation}</span>}
          <span class="finding-text quiet" lang="en">
            {diagnostic.message}
          </span>
          <span class="clause">{clauseText(messages, diagnostic.clause)}</span>
        </button>
        {diagnostic.fix && !isLate && <Fix {...{ ...props, diagnostic }} />}
      </li>
    );
  };
  return (
    <section class={`findings ${isLate ? 'late' : ''}`} aria-label={texts.label} aria-busy={isLate}>
      <p class="findings-count" role="status">
        {isLate ? texts.checking : texts.count(diagnostics.length)}
      </p>
      <ul>{shown.filter(({ severity }) => severity !== 'info').map(item)}</ul>
      {notes.length > 0 && (
        <details>
          <summary class="hint inset">{texts.notes(counts.info)}</summary>
          <ul>{notes.map(item)}</ul>
        </details>
      )}
      {groups.length > MAX_SHOWN && (
        <p class="quiet">{messages.andMore(groups.length - MAX_SHOWN)}</p>
      )}
    </section>
  );
}

/** Applies a safe fix at once. Shows what any other one changes, and applies it if that is intended. */
function Fix({
  diagnostic,
  isStale,
  onFix,
  effectsOf,
}: Pick<FindingsProps, 'isStale' | 'onFix' | 'effectsOf'> & { readonly diagnostic: Finding }) {
  const messages = useMessages();
  const { findings: texts } = messages;
  const [effects, setEffects] = useState<readonly FixEffect[]>();
  const line = <span class="sr-only">: {messages.line(diagnostic.span.line)}</span>;
  if (effects === undefined || isStale) {
    const fix = async () => {
      const found = await effectsOf(diagnostic);
      if (found === undefined) onFix(diagnostic);
      else setEffects(found);
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
        {effects.map(({ dialect, productTokens, witness, after }) => (
          <li key={dialect}>
            {texts.fixEffect(
              witness,
              productTokens.map((token) => crawlerName(messages, token)).join(', '),
              messages.specName[dialect],
              after.allowed,
            )}
          </li>
        ))}
      </ul>
      <Button onClick={() => onFix(diagnostic)}>
        {texts.fixAnyway}
        {line}
      </Button>
    </div>
  );
}
