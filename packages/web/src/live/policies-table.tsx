/** What each policy makes of the same answer of the site. */
import { useMessages, useSelected } from '../state/app-context.js';
import { MeaningMark } from './meaning-mark.js';
import { POLICY_NAMES, type RobotsAnswer } from './robots-answer.js';
import { timeText } from './times.js';

export function PoliciesTable({ policies }: Pick<RobotsAnswer, 'policies'>) {
  const { live: texts } = useMessages();
  const language = useSelected((state) => state.language);
  return (
    <div class="pane">
      <header class="pane-head">
        <h2 id="live-policies">{texts.policies}</h2>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard. */}
      <section class="policies-box" aria-labelledby="live-policies" tabIndex={0}>
        <table class="policies">
          <thead>
            <tr>
              <th scope="col">{texts.policy}</th>
              <th scope="col">{texts.accessResult}</th>
              <th scope="col">{texts.mayFetch}</th>
              <th scope="col">{texts.freshUntil}</th>
            </tr>
          </thead>
          <tbody>
            {POLICY_NAMES.map((name) => {
              const { access, meaning, freshUntil } = policies[name];
              return (
                <tr key={name}>
                  <th scope="row">{texts.policyName[name]}</th>
                  <td>{texts.access[access]}</td>
                  <td>
                    <MeaningMark meaning={meaning} />
                  </td>
                  <td>{freshUntil === undefined ? '–' : timeText(language, freshUntil)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </div>
  );
}
