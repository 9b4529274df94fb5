/** The Compare view: which URLs an edit blocks or allows, for which crawlers, and by which rule. */
import type { Verdict as SideVerdict } from '@repkit/core';
import type { PreferenceChange, RecordChange } from '@repkit/core/analysis';
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { useHeadline } from '../check/answer.js';
import { Button } from '../controls/button.js';
import { download } from '../controls/download.js';
import { FailedText, Pane } from '../controls/pane.js';
import { OpenFile } from '../editor/open-file.js';
import { TextField } from '../editor/text-field.js';
import { loadPart } from '../messages/load-part.js';
import { crawlerName, knownText, lineText, moreText } from '../messages/messages.js';
import { useMessages, usePage, useResult } from '../state/page.js';
import { change, type Failed } from '../state/page-state.js';
import { isBlocked } from '../state/results.js';
import { withTargets } from '../state/url-lines.js';
import type { ComparedChange, Comparison } from '../worker/requests.js';
import { BothVersions } from './both-versions.js';
import { outcomeOf, verdictSentences } from './verdict-text.js';

export function CompareView() {
  const { state, messages } = usePage();
  const { compare: texts } = messages;
  const before = state.before.value;
  const robotsTxt = state.robotsTxt.value;
  const dialect = state.dialect.value;
  const isWaiting = before === '' || isBlocked(state);
  const comparison = useResult(isWaiting ? undefined : { kind: 'compare', before, after: robotsTxt, dialect });
  return (
    <div class="compare stack">
      <Verdict comparison={comparison} />
      <div class="columns">
        <Version label={texts.before} value={before} onChange={(text) => change(state, { before: text })}>
          <Button onClick={() => change(state, { before: robotsTxt })}>{texts.copyFromAfter}</Button>
          <Button onClick={() => change(state, { before: robotsTxt, robotsTxt: before })}>{texts.swap}</Button>
        </Version>
        <Version label={texts.after} value={robotsTxt} onChange={(text) => change(state, { robotsTxt: text })} />
      </div>
      {typeof comparison === 'object' && <Result {...comparison} />}
    </div>
  );
}

interface VersionProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly children?: ComponentChildren;
}

/** The text of a version, pasted or opened. */
function Version({ label, value, onChange, children }: VersionProps) {
  const { compare: texts } = useMessages();
  const id = useId();
  return (
    <section class="pane" aria-labelledby={id}>
      <header class="pane-head">
        <h2 id={id}>{label}</h2>
        <span class="row">
          {children}
          <OpenFile label={texts.open} name={`${texts.open} ${label}`} accept=".txt,text/plain" text={value} onOpen={onChange} />
        </span>
      </header>
      <TextField text={value} labelledBy={id} hint={texts.placeholder} onChange={onChange} />
    </section>
  );
}

function Result({ changes, recordChanges, preferenceChanges, crawlers }: Comparison) {
  const effects = ['newly-blocked', 'newly-allowed'] as const;
  return (
    <>
      {changes.length > 0 && <CrawlerLists crawlers={crawlers} />}
      {effects.map((effect) => (
        <ChangeList key={effect} effect={effect} changes={changes.filter((change) => change.effect === effect)} />
      ))}
      <RecordChangeList changes={recordChanges} />
      <PreferenceChangeList changes={preferenceChanges} />
      <BothVersions />
    </>
  );
}

/** The result in sentences. */
export function Verdict({ comparison }: { readonly comparison: Comparison | Failed | undefined }) {
  const { state, messages } = usePage();
  const { compare: texts } = messages;
  const headline = useHeadline();
  if (comparison === 'failed') return <FailedText />;
  const start = state.before.value === '' ? [texts.title, texts.help] : [texts.outcome.comparing];
  const waiting = isBlocked(state) ? [headline] : start;
  const [first, ...others] = comparison === undefined ? waiting : verdictSentences(comparison, messages);
  const exportAs = async () => {
    if (comparison === undefined) return;
    const { comparisonMarkdown } = await loadPart(() => import('./markdown.js'));
    const text = comparisonMarkdown(comparison, messages);
    download('robots-txt-changes.md', 'text/markdown', text);
  };
  return (
    <section class={`outcome ${comparison === undefined ? '' : outcomeOf(comparison)}`}>
      <div role="status">
        <h2>{first}</h2>
        {others.length > 0 && <p class="quiet">{others.join(' ')}</p>}
      </div>
      {comparison !== undefined && state.before.value !== state.robotsTxt.value && (
        <Button onClick={() => void exportAs()}>{texts.export}</Button>
      )}
    </section>
  );
}

/** The lists are complete: a crawler that nobody had in mind must not hide behind a number. */
function CrawlerLists({ crawlers }: Pick<Comparison, 'crawlers'>) {
  const messages = useMessages();
  const { compare: texts, fill } = messages;
  return (
    <section class="crawler-lists stack" aria-label={texts.crawlers}>
      {(['unnamed', 'named', 'unaffected'] as const).map((list) => (
        <details key={list} open={list !== 'unaffected' && crawlers[list].length > 0}>
          <summary>{fill(texts.list[list], { count: crawlers[list].length })}</summary>
          <p class="crawler-names">{crawlers[list].map((token) => crawlerName(messages, token)).join(', ')}</p>
        </details>
      ))}
    </section>
  );
}

/** Two large files can differ in thousands of ways. */
const PAGE_SIZE = 50;

interface ChangePaneProps<Item> {
  readonly id: string;
  readonly title: ComponentChildren;
  readonly effect?: string;
  readonly changes: readonly Item[];
  readonly item: (change: Item) => ComponentChildren;
}

function ChangePane<Item>({ id, title, effect = '', changes, item }: ChangePaneProps<Item>) {
  const { compare: texts, fill } = useMessages();
  const [limit, setLimit] = useState(PAGE_SIZE);
  if (changes.length === 0) return null;
  const left = changes.length - limit;
  return (
    <Pane id={id} className={`changes ${effect}`} title={title} count={changes.length}>
      <ul>{changes.slice(0, limit).map(item)}</ul>
      {left > 0 && (
        <p class="inset">
          <Button onClick={() => setLimit(limit + PAGE_SIZE)}>{fill(texts.more, { count: left })}</Button>
        </p>
      )}
    </Pane>
  );
}

/** All known crawlers: an unintended one must not hide among those that are only counted. */
const SHOWN_CRAWLERS = 250;

interface ChangeItemProps {
  readonly title: string;
  readonly productTokens: readonly string[];
  /** An example URL. */
  readonly witness?: string;
  /** What the change is about, by label, such as the verdicts before and after. */
  readonly sides: readonly (readonly [label: string, value: ComponentChildren])[];
  readonly children?: ComponentChildren;
}

function ChangeItem({ title, productTokens, witness, sides, children }: ChangeItemProps) {
  const messages = useMessages();
  return (
    <li class="change">
      <h3 class="row">
        <code>{title}</code>
        <span class="crawler-names info">
          {productTokens.slice(0, SHOWN_CRAWLERS).map((token) => (
            <span class="badge" key={token}>
              {token}
            </span>
          ))}
          {productTokens.length > SHOWN_CRAWLERS && moreText(messages, productTokens.length - SHOWN_CRAWLERS)}
        </span>
      </h3>
      {witness !== undefined && (
        <p class="witness hint">
          {messages.compare.example} <code>{witness}</code>
        </p>
      )}
      <dl class="sides stack">
        {sides.map(([label, value]) => (
          <div key={label}>
            <dt class="quiet">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {children}
    </li>
  );
}

export interface ChangeListProps {
  readonly effect: ComparedChange['effect'];
  readonly changes: readonly ComparedChange[];
}

/** Paths that the edit blocks or allows. */
export function ChangeList({ effect, changes }: ChangeListProps) {
  const { state, messages } = usePage();
  const { compare: texts, fill } = messages;
  const title = (
    <>
      <span class="badge" aria-hidden="true">
        {effect === 'newly-blocked' ? '−' : '+'}
      </span>{' '}
      {texts.effect[effect]}
    </>
  );
  const showLine = (line: number) => {
    const revealed = { line, column: 1, endColumn: Number.POSITIVE_INFINITY };
    change(state, { view: 'check', isEditing: true, chosen: undefined, revealed });
  };
  const item = (compared: ComparedChange) => {
    const { productTokens, pattern, witness, before, after } = compared;
    const line = after.rule?.line;
    return (
      <ChangeItem
        key={JSON.stringify(compared)}
        title={pattern}
        productTokens={productTokens}
        witness={witness}
        sides={[
          [texts.before, <Side key="before" {...before} />],
          [texts.after, <Side key="after" {...after} />],
        ]}
      >
        <p class="tools row">
          {line !== undefined && <Button onClick={() => showLine(line)}>{fill(texts.showLine, { line: String(line) })}</Button>}
          <Button onClick={() => change(state, { urls: withTargets(state.urls.value, [witness]), urlSource: 'own' })}>
            {texts.addExample}
          </Button>
        </p>
      </ChangeItem>
    );
  };
  return <ChangePane id={effect} title={title} effect={effect} changes={changes} item={item} />;
}

function Side({ allowed, reason, rule }: SideVerdict) {
  const messages = useMessages();
  return (
    <div class={allowed ? 'is-allowed' : 'is-disallowed'}>
      <span class="verdict">{allowed ? messages.allowed : messages.disallowed}</span>{' '}
      {rule === undefined ? (
        messages.check.reason[reason]
      ) : (
        <>
          <span class="line-number">{lineText(messages, rule.line)}</span>{' '}
          <code>
            {rule.kind === 'allow' ? 'Allow: ' : 'Disallow: '}
            {rule.pattern}
          </code>
        </>
      )}
    </div>
  );
}

/** Values listed per change of records. */
const SHOWN_VALUES = 20;

/** Sitemaps, crawl delays and other records that the edit adds or removes. */
export function RecordChangeList({ changes }: { readonly changes: readonly RecordChange[] }) {
  const messages = useMessages();
  const { compare: texts } = messages;
  const valuesOf = (records: RecordChange['added']) => (
    <>
      {records.slice(0, SHOWN_VALUES).map(({ value, line }) => (
        <div key={line}>
          <span class="line-number">{lineText(messages, line)}</span> <code>{value}</code>
        </div>
      ))}
      {records.length > SHOWN_VALUES && moreText(messages, records.length - SHOWN_VALUES)}
    </>
  );
  const item = ({ field, productTokens, removed, added }: RecordChange) => (
    <ChangeItem
      key={JSON.stringify([field, productTokens])}
      title={field}
      productTokens={productTokens}
      sides={[[texts.removed, removed] as const, [texts.added, added] as const]
        .filter(([, records]) => records.length > 0)
        .map(([label, records]) => [label, valuesOf(records)])}
    />
  );
  return <ChangePane id="record-changes" title={texts.records} changes={changes} item={item} />;
}

const FIELDS = { aipref: 'Content-Usage', contentSignals: 'Content-Signal' } as const;

/** Usage preferences that the edit changes, each with an example. */
export function PreferenceChangeList({ changes }: { changes: readonly PreferenceChange[] }) {
  const { compare: texts, preferences } = useMessages();
  const item = (change: PreferenceChange) => {
    const { mechanism, category, productTokens, before, after, witness } = change;
    return (
      <ChangeItem
        key={JSON.stringify([mechanism, category, before, after, witness])}
        title={`${FIELDS[mechanism]}: ${category}`}
        productTokens={productTokens}
        witness={witness}
        sides={[
          [texts.before, knownText(preferences.value, before) ?? before],
          [texts.after, knownText(preferences.value, after) ?? after],
        ]}
      />
    );
  };
  return <ChangePane id="preference-changes" title={texts.preferences} changes={changes} item={item} />;
}
