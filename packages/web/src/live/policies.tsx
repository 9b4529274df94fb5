/** The result under each policy: a table, and a timeline of the unreachable policy (RFC 9309 2.3.1.4). */

import type { Effect, PolicyForecast, PolicyName } from '@repkit/client';
import type { SVGAttributes } from 'preact';
import { DataTable, Pane } from '../controls/pane.js';
import { LIVE_TEXTS } from '../messages/live-texts.js';
import { useMessages, useSelected, useTexts } from '../state/app-context.js';
import type { RobotsResponse } from './fetch-robots.js';
import { spanText, stageSpans, timeScale, timeText } from './time-scale.js';

/** SVG units; the drawing stretches to its container. */
const WIDTH = 1000;
const HEIGHT = 20;

function forecasts(policies: RobotsResponse['policies']) {
  return Object.entries(policies) as [PolicyName, PolicyForecast][];
}

export function PolicyTimeline({
  policies,
  provenance,
}: Pick<RobotsResponse, 'policies' | 'provenance'>) {
  const messages = useMessages();
  const texts = useTexts(LIVE_TEXTS);
  const language = useSelected((state) => state.language);
  const scale = timeScale(Object.values(policies).map(({ stages }) => stages));
  const sentence = (stages: PolicyForecast['stages']) =>
    stages
      .map(({ at, state }) => texts.stage(texts.effect[state], timeText(language, at)))
      .join(' · ');
  const [title, axis] =
    provenance.unreachableSince === undefined
      ? [texts.ifUnreachable, texts.axisFromRequest]
      : [texts.whileUnreachable, texts.axisFromFailure];
  return (
    <Pane id="live-timeline" title={title}>
      <div class="timeline stack">
        <ul class="timeline-legend row hint" aria-hidden="true">
          {(['rules', 'disallow-all', 'allow-all'] as const).map((effect) => (
            <li key={effect}>
              <EffectMark effect={effect} />
            </li>
          ))}
        </ul>
        <svg class="hatches" width="0" height="0" aria-hidden="true">
          <defs>
            <pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse">
              <path d="M-2 2 2-2M0 7 7 0M5 9 9 5" />
            </pattern>
          </defs>
        </svg>
        {forecasts(policies).map(([name, { stages }]) => (
          <div class="timeline-row" key={name}>
            <h4>{messages.specName[name]}</h4>
            <svg
              class="timeline-line"
              viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
              preserveAspectRatio="none"
              role="img"
              aria-label={`${messages.specName[name]}: ${sentence(stages)}`}
            >
              {stageSpans(stages, scale).map(({ state, start, end }) => (
                <g key={start} class={state}>
                  <EffectRect
                    effect={state}
                    x={start * WIDTH}
                    y={0}
                    width={Math.max(end - start, 0) * WIDTH}
                    height={HEIGHT}
                  />
                </g>
              ))}
            </svg>
            <p class="hint">{sentence(stages)}</p>
          </div>
        ))}
        <p class="hint">{axis}</p>
        <div class="timeline-axis" aria-hidden="true">
          {scale.ticks.map((tick) => (
            <span key={tick} style={{ left: `${scale.position(scale.from + tick) * 100}%` }}>
              {spanText(language, tick)}
            </span>
          ))}
        </div>
      </div>
    </Pane>
  );
}

export function PoliciesTable({ policies }: Pick<RobotsResponse, 'policies'>) {
  const messages = useMessages();
  const texts = useTexts(LIVE_TEXTS);
  const language = useSelected((state) => state.language);
  return (
    <Pane id="live-policies" title={texts.policies} isLandmark={false}>
      <DataTable
        labelledBy="live-policies"
        className="policies"
        columns={[texts.policy, texts.accessResult, texts.effectColumn, texts.freshUntil]}
      >
        {forecasts(policies).map(([name, { access, effect, freshUntil }]) => (
          <tr key={name}>
            <th scope="row">{messages.specName[name]}</th>
            <td>{texts.outcome[access]}</td>
            <td>
              <EffectMark effect={effect} />
            </td>
            <td>{freshUntil === undefined ? '–' : timeText(language, freshUntil)}</td>
          </tr>
        ))}
      </DataTable>
    </Pane>
  );
}

function EffectMark({ effect }: { readonly effect: Effect }) {
  const texts = useTexts(LIVE_TEXTS);
  return (
    <span class={`effect ${effect}`}>
      <svg viewBox="0 0 16 12" aria-hidden="true">
        <EffectRect effect={effect} width="16" height="12" />
      </svg>
      {texts.effect[effect]}
    </span>
  );
}

/** Its color is that of the class of its parent. */
function EffectRect({
  effect,
  ...box
}: { readonly effect: Effect } & SVGAttributes<SVGRectElement>) {
  return (
    <>
      <rect {...box} />
      {effect === 'disallow-all' && <rect class="hatched" {...box} />}
    </>
  );
}
