/** The result under each policy, and what applies while the site is unreachable (RFC 9309 2.3.1.4). */

import type { PolicyName } from '@repkit/client';
import { DataTable, Pane } from '../controls/pane.js';
import { spanText, timeText } from '../messages/time-texts.js';
import { useMessages } from '../state/page.js';
import type { PolicyResult, RobotsResponse } from '../state/robots-response.js';

function resultsOf(policies: RobotsResponse['policies']) {
  return Object.entries(policies) as [PolicyName, PolicyResult][];
}

/** What each policy permits at first and after each time at which any of them changes. */
export function UnreachableTable({ policies, provenance }: Pick<RobotsResponse, 'policies' | 'provenance'>) {
  const messages = useMessages();
  const { live: texts, fill, locale } = messages;
  const results = resultsOf(policies);
  const times = new Set(results.flatMap(([, { stages }]) => stages.map(({ afterMs }) => afterMs)));
  const columns = [...times].sort((left, right) => left - right);
  const columnTitle = (afterMs: number) =>
    afterMs === 0 ? texts.atFirst : fill(texts.after, { span: spanText(locale, afterMs) });
  const { unreachableSince, reason } = provenance;
  // A server that sends an unreadable body is reachable, so these stages do not apply to it.
  const isUnreachable = unreachableSince !== undefined && reason !== 'unreadable';
  const title = isUnreachable ? texts.whileUnreachable : texts.ifUnreachable;
  return (
    <Pane id="live-unreachable" title={title} count={texts.sinceFailure} isLandmark={false}>
      <DataTable labelledBy="live-unreachable" className="policies" columns={[texts.policy, ...columns.map(columnTitle)]}>
        {results.map(([name, { stages }]) => (
          <tr key={name}>
            <th scope="row">{messages.specName[name]}</th>
            {columns.map((time) => {
              const stage = stages.findLast(({ afterMs }) => afterMs <= time);
              return <td key={time}>{stage && texts.decision[stage.decision]}</td>;
            })}
          </tr>
        ))}
      </DataTable>
    </Pane>
  );
}

export function PoliciesTable({ policies }: Pick<RobotsResponse, 'policies'>) {
  const messages = useMessages();
  const { live: texts, locale } = messages;
  return (
    <Pane id="live-policies" title={texts.policies} isLandmark={false}>
      <DataTable
        labelledBy="live-policies"
        className="policies"
        columns={[texts.policy, texts.accessResult, texts.effectColumn, texts.freshUntil]}
      >
        {resultsOf(policies).map(([name, { access, effect, freshUntil }]) => (
          <tr key={name}>
            <th scope="row">{messages.specName[name]}</th>
            <td>{texts.outcome[access]}</td>
            <td class={CLASSES[effect]}>
              <span class="verdict">{texts.effect[effect]}</span>
            </td>
            <td>{freshUntil === undefined ? '–' : timeText(locale, freshUntil)}</td>
          </tr>
        ))}
      </DataTable>
    </Pane>
  );
}

const CLASSES = {
  rules: 'is-limited',
  'allow-all': 'is-allowed',
  'disallow-all': 'is-disallowed',
} as const;
