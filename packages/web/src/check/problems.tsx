/** The problems of the robots.txt, next to the answer. */
import { usePage } from '../state/page.js';
import { change, fileDialect } from '../state/page-state.js';
import { FindingList } from './findings.js';

export function Problems() {
  const { state, worker } = usePage();
  const robotsTxt = state.robotsTxt.value;
  const dialect = fileDialect(state);
  const result = state.findings.value;
  const findings = result === 'failed' ? undefined : result;
  return (
    <FindingList
      diagnostics={findings?.diagnostics}
      isStale={
        findings === undefined || findings.robotsTxt !== robotsTxt || findings.dialect !== dialect
      }
      hasFailed={result === 'failed'}
      onGoTo={({ span }) => change(state, { isEditing: true, revealed: span })}
      onFix={(fixed) => {
        // The text may have changed while the fix was computed.
        if (state.robotsTxt.peek() === robotsTxt) state.robotsTxt.value = fixed;
      }}
      fixOf={(diagnostic) => worker.ask({ kind: 'fix', robotsTxt, dialect, diagnostic })}
    />
  );
}
