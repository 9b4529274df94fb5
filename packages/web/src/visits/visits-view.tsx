/** The Visits view: what the file in the editor means for the requests of access logs. */
import { crawlerProfile } from '@repkit/core/crawlers';
import { useState } from 'preact/hooks';
import { Button } from '../controls/button.js';
import { FileButton } from '../controls/file-button.js';
import { FailedText } from '../controls/pane.js';
import { SOURCE } from '../controls/source.js';
import { Switch } from '../controls/switch.js';
import { lineText, moreText } from '../messages/messages.js';
import { logGaps } from '../state/log-gaps.js';
import { useLate, useMessages, usePage } from '../state/page.js';
import { change, currentProblem } from '../state/page-state.js';
import { isBlocked } from '../state/results.js';
import type { CrawlerVisits } from '../worker/requests.js';
import { type CountedVisits, extent, headline } from './headline.js';

export function VisitsView() {
  const { state, messages } = usePage();
  const { visits: texts, fill } = messages;
  const logs = state.logs.value;
  const visits = state.visits.value;
  // Counts under the file of another site say nothing about the site in the field.
  const isAnswered = currentProblem(state) === undefined;
  const counted = isAnswered && typeof visits === 'object' && visits.kind === 'counted' ? visits : undefined;
  const isReading = logs.length > 0 && visits === undefined;
  const problem =
    typeof visits === 'object' && visits.kind !== 'counted' ? fill(texts.problem[visits.kind], { log: visits.log }) : undefined;
  return (
    <div class="visits stack">
      <section class={`outcome ${counted === undefined ? 'drop-place' : ''}`}>
        <div>
          <div role="status">
            <h2>{counted === undefined ? texts.title : headline(counted, messages)}</h2>
            <p class="quiet">{counted === undefined ? texts.help : extent(counted, messages)}</p>
            {counted && logGaps(counted, messages).map((text) => <p key={text}>{text}</p>)}
          </div>
          {problem && (
            <p class="error" role="alert">
              {problem}
            </p>
          )}
          {isReading && <Progress />}
        </div>
        <div class="open-logs">
          <FileButton label={texts.open} multiple onFiles={(...files) => change(state, { logs: files })} />
        </div>
      </section>
      {visits === 'failed' && <FailedText />}
      {state.robotsTxt.value === '' && !isBlocked(state) && <p>{texts.noFile}</p>}
      <p class="hint">
        {texts.about}{' '}
        <a href={`${SOURCE}/blob/main/docs/guides/audit.md`} target="_blank" rel="noreferrer">
          {texts.audit}
        </a>
      </p>
      {counted && <Crawlers {...counted} />}
    </div>
  );
}

function Progress() {
  const { state, messages } = usePage();
  const share = state.readShare.value;
  const { visits: texts } = messages;
  if (!useLate(true)) return null;
  return (
    <div class="row">
      <progress value={share} aria-label={texts.reading} />
      <span class="quiet">
        {texts.reading} {share.toLocaleString(messages.locale, { style: 'percent' })}
      </span>
      <Button onClick={() => change(state, { logs: [] })}>{texts.cancel}</Button>
    </div>
  );
}

function Crawlers({ crawlers, others }: CountedVisits) {
  const { visits: texts, fill } = useMessages();
  const [isFiltered, setFiltered] = useState(false);
  const shown = crawlers.filter(({ blocked }) => blocked > 0 || !isFiltered);
  return (
    <section class="stack" aria-label={texts.crawlers}>
      <p class="row">
        <Switch label={texts.onlyBlocked} isOn={isFiltered} onChange={setFiltered} />
        <span aria-hidden="true">{texts.onlyBlocked}</span>
      </p>
      <ul class="visitors">
        {shown.map((visitor) => (
          <Visitor key={visitor.crawler} {...visitor} />
        ))}
      </ul>
      {shown.length === 0 && <p class="quiet">{texts.none}</p>}
      <p class="hint">{fill(texts.others, { count: others })}</p>
    </section>
  );
}

/** Rules that are listed for a crawler. */
const MAX_RULES = 3;

function Visitor({ crawler, isGoverned, requests, blocked, rules }: CrawlerVisits) {
  const messages = useMessages();
  const { visits: texts, check, fill } = messages;
  const profile = crawlerProfile(crawler);
  const purposes = profile?.purposes.map((purpose) => check.purpose[purpose]) ?? [];
  return (
    <li>
      <div>
        <h3>{profile?.name ?? crawler}</h3>
        {profile && <p class="hint">{[profile.operator, purposes.join(', ')].join(' · ')}</p>}
      </div>
      <div>
        {isGoverned ? (
          <>
            <p>{fill(texts.share, { blocked, count: requests })}</p>
            <progress value={blocked} max={Math.max(requests, 1)} aria-hidden="true" />
          </>
        ) : (
          <p>
            {fill(texts.requests, { count: requests })} <span class="badge">{messages['not-governed']}</span>
          </p>
        )}
      </div>
      <ul class="hint">
        {rules.slice(0, MAX_RULES).map(({ rule, requests: count }) => (
          <li key={rule.line}>
            <span class="line-number">{lineText(messages, rule.line)}</span> <code>Disallow: {rule.pattern}</code>{' '}
            {rules.length > 1 && fill(texts.requests, { count })}
          </li>
        ))}
        {rules.length > MAX_RULES && <li>{moreText(messages, rules.length - MAX_RULES)}</li>}
      </ul>
    </li>
  );
}
