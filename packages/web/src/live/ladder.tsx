/** The unreachable ladder: what each policy does, from when on, while the site cannot be reached (RFC 9309 2.3.1.4). */
import { useMessages, useSelected } from '../state/app-context.js';
import { MeaningMark } from './meaning-mark.js';
import { type LadderStep, POLICY_NAMES, type RobotsAnswer } from './robots-answer.js';
import { stretches, timeScale } from './time-scale.js';
import { spanText, timeText } from './times.js';

/** Units of the drawing; it is as wide as its place. */
const WIDTH = 1000;
const HEIGHT = 20;

export function Ladder({ policies, provenance }: Pick<RobotsAnswer, 'policies' | 'provenance'>) {
  const { live: texts } = useMessages();
  const language = useSelected((state) => state.language);
  const scale = timeScale(POLICY_NAMES.map((name) => policies[name].ladder));
  const sentence = (ladder: readonly LadderStep[]) =>
    ladder
      .map(({ at, state }) => texts.step(texts.meaning[state], timeText(language, at)))
      .join(' · ');
  return (
    <section class="pane" aria-labelledby="live-ladder">
      <header class="pane-head">
        <h2 id="live-ladder">
          {provenance.unreachableSince === undefined ? texts.ladderIf : texts.ladderWhile}
        </h2>
      </header>
      <div class="ladder">
        <ul class="ladder-legend" aria-hidden="true">
          {(['rules', 'disallow-all', 'allow-all'] as const).map((meaning) => (
            <li key={meaning}>
              <MeaningMark meaning={meaning} />
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
        {POLICY_NAMES.map((name) => {
          const { ladder } = policies[name];
          return (
            <div class="ladder-row" key={name}>
              <h3>{texts.policyName[name]}</h3>
              <svg
                class="ladder-line"
                viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
                preserveAspectRatio="none"
                role="img"
                aria-label={`${texts.policyName[name]}: ${sentence(ladder)}`}
              >
                {stretches(ladder, scale).map(({ state, start, end }) => (
                  <g key={start} class={state}>
                    <rect
                      x={start * WIDTH}
                      y={0}
                      width={Math.max(end - start, 0) * WIDTH}
                      height={HEIGHT}
                    />
                    {state === 'disallow-all' && (
                      <rect
                        class="hatched"
                        x={start * WIDTH}
                        y={0}
                        width={Math.max(end - start, 0) * WIDTH}
                        height={HEIGHT}
                      />
                    )}
                  </g>
                ))}
              </svg>
              <p class="hint">{sentence(ladder)}</p>
            </div>
          );
        })}
        <div class="ladder-axis" aria-hidden="true">
          {scale.ticks.map((tick) => (
            <span key={tick} style={{ left: `${scale.position(scale.from + tick) * 100}%` }}>
              {spanText(language, tick)}
            </span>
          ))}
        </div>
      </div>
    </section>
  );
}
