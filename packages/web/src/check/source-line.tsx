/** Where the robots.txt came from. */
import { useState } from 'preact/hooks';
import { Button } from '../controls/button.js';
import { deferred } from '../controls/deferred.js';
import { encodingText } from '../editor/open-file.js';
import { originOf } from '../live/fetch-robots.js';
import { testSite } from '../live/tested-site.js';
import { timeText } from '../messages/time-texts.js';
import { usePage, useStatus } from '../state/page.js';
import { change, showProblem } from '../state/page-state.js';

const FetchDetails = deferred(() => import('../live/fetch-details.js'), 'FetchDetails');

const encoder = new TextEncoder();

export function SourceLine() {
  const { state, messages, hasService } = usePage();
  const { source: texts, live, fill, locale } = messages;
  const fetchedFrom = state.fetchedFrom.value;
  const robotsTxt = state.robotsTxt.value;
  const response = state.response.value;
  const sampled = state.sampled.value;
  const isEditing = state.isEditing.value;
  const [isOpen, setOpen] = useState(false);
  const [status, showStatus] = useStatus();

  const refresh = async () => {
    if (fetchedFrom === undefined) return;
    const origin = originOf(fetchedFrom.url);
    const entered = state.liveUrl.value;
    const failure = await testSite(originOf(entered) === origin ? entered : origin, state, { refresh: true });
    // The token is entered below the first field.
    if (failure?.tokenProblem) showProblem(state, failure);
    else showStatus(failure?.text);
  };

  const { stale, body } = response?.provenance ?? {};
  const opened = response?.opened;
  const warnings = [
    stale && live.stale,
    body?.wrongMediaType && live.wrongMediaType,
    fetchedFrom?.isTruncated && live.truncated,
    body?.charset.name.startsWith('utf-16') && messages.editor.utf16,
    opened && encodingText(opened, messages),
  ].filter((text) => typeof text === 'string' && text !== '');
  const isEdited = response !== undefined && fetchedFrom?.effect === 'rules' && robotsTxt !== response.text;
  const facts = [
    ...(fetchedFrom === undefined
      ? []
      : [
          fetchedFrom.status === undefined ? texts.noStatus : fill(texts.status, { status: String(fetchedFrom.status) }),
          fill(texts.fetchedAt, { time: timeText(locale, fetchedFrom.fetchedAt) }),
        ]),
    fill(messages.bytes, { count: encoder.encode(robotsTxt).length }),
    ...(isEdited ? [texts.edited] : []),
    ...(sampled === undefined ? [] : [fill(texts.sampled, { urls: sampled.urls, count: sampled.found })]),
  ];
  return (
    <section class="source row" aria-label={texts.label}>
      <p>
        {fetchedFrom === undefined ? (
          <strong>{state.urlSource.value === 'example' ? texts.example : texts.ownText}</strong>
        ) : (
          <code>{fetchedFrom.url}</code>
        )}{' '}
        <span class="quiet">{facts.join(' · ')}</span>
      </p>
      <div class="row">
        {!isEditing && <Button onClick={() => change(state, { isEditing: true })}>{texts.edit}</Button>}
        {fetchedFrom !== undefined && hasService && <Button onClick={() => void refresh()}>{texts.refresh}</Button>}
        {response !== undefined && (
          <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {texts.details}
          </Button>
        )}
      </div>
      {warnings.map((warning) => (
        <p class="source-warning hint" key={warning}>
          {warning}
        </p>
      ))}
      <p class="source-status" role="status">
        {status}
      </p>
      {response !== undefined && isOpen && <FetchDetails />}
    </section>
  );
}
