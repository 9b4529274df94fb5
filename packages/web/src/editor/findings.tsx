/** The list of what was found in the robots.txt: for the keyboard and screen readers, and to read through. */
import type { Diagnostic } from '@repkit/core';
import { useMessages } from '../state/app-context.js';
import { useLate } from '../state/use-settled.js';

export interface FindingsProps {
  /** Undefined until the text was looked over. */
  readonly diagnostics: readonly Diagnostic[] | undefined;
  /** Whether the text is another one by now, so that what was found may not be mended. */
  readonly isStale: boolean;
  /** Whether looking the text over has met an error. */
  readonly hasFailed: boolean;
  readonly onGoTo: (diagnostic: Diagnostic) => void;
  readonly onFix: (diagnostic: Diagnostic) => void;
}

/** A hostile file has a finding a line, and nobody reads that many. */
const MOST_SHOWN = 200;

const WORST_FIRST = ['error', 'warning', 'info'];

function bySeverity({ severity: one }: Diagnostic, { severity: other }: Diagnostic): number {
  return WORST_FIRST.indexOf(one) - WORST_FIRST.indexOf(other);
}

export function Findings({ diagnostics, isStale, hasFailed, onGoTo, onFix }: FindingsProps) {
  const messages = useMessages();
  const { findings: texts } = messages;
  const isLate = useLate(isStale && !hasFailed);
  if (hasFailed) {
    return (
      <p class="failed" role="alert">
        {messages.failed}
      </p>
    );
  }
  if (diagnostics === undefined) return isLate ? <p class="hint looking">{texts.looking}</p> : null;
  const shown = diagnostics.toSorted(bySeverity).slice(0, MOST_SHOWN);
  return (
    <section class={`findings ${isLate ? 'late' : ''}`} aria-label={texts.label} aria-busy={isLate}>
      <p class="findings-count" role="status">
        {isLate ? texts.looking : texts.count(diagnostics.length)}
      </p>
      <ul>
        {shown.map((diagnostic) => (
          <li key={`${diagnostic.span.start} ${diagnostic.code}`} class={diagnostic.severity}>
            <button type="button" class="finding" onClick={() => onGoTo(diagnostic)}>
              <span class="severity">{texts.severity[diagnostic.severity]}</span>
              <span class="finding-title">{texts.title[diagnostic.code]}</span>
              <span class="line-number">{messages.line(diagnostic.span.line)}</span>
              <span class="finding-text" lang="en">
                {diagnostic.message}
              </span>
              <span class="clause">{diagnostic.clause}</span>
            </button>
            {diagnostic.fix && !isLate && (
              <button
                type="button"
                class="button"
                disabled={isStale}
                onClick={() => onFix(diagnostic)}
              >
                {texts.fix}
                <span class="sr-only">: {messages.line(diagnostic.span.line)}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      {diagnostics.length > MOST_SHOWN && (
        <p class="quiet">{messages.andMore(diagnostics.length - MOST_SHOWN)}</p>
      )}
    </section>
  );
}
