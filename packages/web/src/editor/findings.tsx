/** The list of problems in the robots.txt. */
import { groupDiagnostics } from '@repkit/core';
import type { Finding } from '../analysis/analyze.js';
import { clauseText } from '../messages/messages.js';
import { useMessages } from '../state/app-context.js';
import { useLate } from '../state/use-settled.js';

export interface FindingsProps {
  /** undefined before the first result. */
  readonly diagnostics: readonly Finding[] | undefined;
  /** Whether the text has changed since, so that fixes no longer apply. */
  readonly isStale: boolean;
  /** Whether the linter failed. */
  readonly hasFailed: boolean;
  readonly onGoTo: (diagnostic: Finding) => void;
  readonly onFix: (diagnostic: Finding) => void;
}

/** A hostile file can have one problem per line. */
const MAX_SHOWN = 200;

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
  if (diagnostics === undefined)
    return isLate ? <p class="hint checking">{texts.checking}</p> : null;
  const groups = groupDiagnostics(diagnostics);
  return (
    <section class={`findings ${isLate ? 'late' : ''}`} aria-label={texts.label} aria-busy={isLate}>
      <p class="findings-count" role="status">
        {isLate ? texts.checking : texts.count(diagnostics.length)}
      </p>
      <ul>
        {groups.slice(0, MAX_SHOWN).map(({ diagnostics: [diagnostic, ...others] }) => (
          <li key={`${diagnostic.span.start} ${diagnostic.code}`} class={diagnostic.severity}>
            <button type="button" class="finding" onClick={() => onGoTo(diagnostic)}>
              <span class="severity">{texts.severity[diagnostic.severity]}</span>
              <span class="finding-title">
                {texts.text[diagnostic.code]?.title ?? diagnostic.title}
              </span>
              <span class="line-number">
                {messages.line(diagnostic.span.line)}
                {others.length > 0 && ` ${messages.andMore(others.length)}`}
              </span>
              {texts.text[diagnostic.code] && (
                <span class="finding-text">{texts.text[diagnostic.code]?.explanation}</span>
              )}
              <span class="finding-text" lang="en">
                {diagnostic.message}
              </span>
              <span class="clause">{clauseText(messages, diagnostic.clause)}</span>
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
      {groups.length > MAX_SHOWN && (
        <p class="quiet">{messages.andMore(groups.length - MAX_SHOWN)}</p>
      )}
    </section>
  );
}
