/** The Compare view: which URLs an edit blocks or allows, for which crawlers, and by which rule. */
import type { Verdict as SideVerdict } from '@repkit/core';
import type { PreferenceChange, RecordChange } from '@repkit/core/analysis';
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Button } from '../controls/button.js';
import { download } from '../controls/download.js';
import { FailedText, Pane } from '../controls/pane.js';
import { OpenedNotice, OpenFile } from '../editor/open-file.js';
import type { OpenedText } from '../editor/opened-text.js';
import { loadPart } from '../messages/load-part.js';
import { crawlerName, knownText, lineText, moreText } from '../messages/messages.js';
import { useMessages, usePage, useResult } from '../state/page.js';
import { change, type Failed } from '../state/page-state.js';
import { withTargets } from '../state/url-lines.js';
import type { ComparedChange, Comparison } from '../worker/requests.js';
import { BothVersions } from './both-versions.js';
import { CrawlerNames } from './crawler-names.js';
import { outcomeOf, verdictSentences } from './verdict-text.js';

export function CompareView() {
  const { state, messages } = usePage();
  const { compare: texts } = messages;
  const before = state.before.value;
  const robotsTxt = state.robotsTxt.value;
  const dialect = state.dialect.value;
  const comparison = useResult(
    before === '' ? undefined : { kind: 'compare', before, after: robotsTxt, dialect },
  );
  return (
    <div class="compare">
      {before !== '' ? (
        <Verdict comparison={comparison} />
      ) : (
        <section class="outcome">
          <h2>{texts.title}</h2>
          <p class="quiet">{texts.help}</p>
        </section>
      )}
      <div class="two-columns">
        <Version
          label={texts.before}
          value={before}
          onChange={(text) => change(state, { before: text })}
        >
          <Button onClick={() => change(state, { before: robotsTxt })}>
            {texts.copyFromAfter}
          </Button>
          <Button onClick={() => change(state, { before: robotsTxt, robotsTxt: before })}>
            {texts.swap}
          </Button>
        </Version>
        <Version
          label={texts.after}
          value={robotsTxt}
          onChange={(text) => change(state, { robotsTxt: text })}
        />
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
  const [opened, setOpened] = useState<OpenedText>();
  const id = useId();
  return (
    <section class="pane" aria-labelledby={id}>
      <header class="pane-head">
        <h2 id={id}>{label}</h2>
        <span class="row">
          {children}
          <OpenFile
            label={texts.open}
            name={`${texts.open} ${label}`}
            accept=".txt,text/plain"
            onOpen={(file) => {
              setOpened(file);
              onChange(file.text);
            }}
          />
        </span>
      </header>
      <OpenedNotice opened={opened} text={value} />
      <textarea
        class="version"
        rows={8}
        spellcheck={false}
        aria-labelledby={id}
        placeholder={texts.placeholder}
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </section>
  );
}

function Result({ changes, recordChanges, preferenceChanges, crawlers }: Comparison) {
  const effects = ['newly-blocked', 'newly-allowed'] as const;
  return (
    <>
      {changes.length > 0 && <CrawlerLists crawlers={crawlers} />}
      {effects.map((effect) => (
        <ChangeList
          key={effect}
          effect={effect}
          changes={changes.filter((change) => change.effect === effect)}
        />
      ))}
      <RecordChangeList changes={recordChanges} />
      <PreferenceChangeList changes={preferenceChanges} />
      <BothVersions changes={changes} />
    </>
  );
}

/** The result in a sentence. */
export function Verdict({ comparison }: { readonly comparison: Comparison | Failed | undefined }) {
  const { state, messages } = usePage();
  const { compare: texts } = messages;
  if (comparison === 'failed') return <FailedText />;
  const kind = comparison === undefined ? 'comparing' : outcomeOf(comparison);
  const sentences = comparison === undefined ? [] : verdictSentences(comparison, messages);
  const [first = texts.outcome.comparing, ...others] = sentences;
  const exportAs = async () => {
    if (comparison === undefined) return;
    const { comparisonMarkdown } = await loadPart(() => import('./markdown.js'));
    const text = comparisonMarkdown(comparison, messages);
    download('robots-txt-changes.md', 'text/markdown', text);
  };
  return (
    <section class={`outcome ${kind}`}>
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
    <section class="crawler-lists" aria-label={texts.crawlers}>
      {(['unnamed', 'named', 'unaffected'] as const).map((list) => (
        <details key={list} open={list !== 'unaffected' && crawlers[list].length > 0}>
          <summary>{fill(texts.list[list], { count: crawlers[list].length })}</summary>
          <p class="crawler-names">
            {crawlers[list].map((token) => crawlerName(messages, token)).join(', ')}
          </p>
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
        <button type="button" class="button more" onClick={() => setLimit(limit + PAGE_SIZE)}>
          {fill(texts.more, { count: left })}
        </button>
      )}
    </Pane>
  );
}

export interface ChangeListProps {
  readonly effect: ComparedChange['effect'];
  readonly changes: readonly ComparedChange[];
}

export function ChangeList({ effect, changes }: ChangeListProps) {
  const { compare: texts } = useMessages();
  const title = (
    <>
      <span class="effect-sign" aria-hidden="true">
        {effect === 'newly-blocked' ? '−' : '+'}
      </span>
      {texts.effect[effect]}
    </>
  );
  const item = (compared: ComparedChange) => (
    <ChangeItem key={JSON.stringify(compared)} {...compared} />
  );
  return <ChangePane id={effect} title={title} effect={effect} changes={changes} item={item} />;
}

function ChangeItem({ productTokens, pattern, witness, before, after }: ComparedChange) {
  const { state, messages } = usePage();
  const { compare: texts, fill } = messages;
  const line = after.rule?.line;
  return (
    <li class="change">
      <h3 class="row">
        <code>{pattern}</code>
        <CrawlerNames productTokens={productTokens} messages={messages} />
      </h3>
      <p class="witness hint">
        {texts.example} <code>{witness}</code>
      </p>
      <dl class="sides stack">
        <Side label={texts.before} verdict={before} />
        <Side label={texts.after} verdict={after} />
      </dl>
      <p class="tools row">
        {line !== undefined && (
          <Button
            onClick={() => {
              const { allowed: allows } = after;
              change(state, { view: 'check', isEditing: true, chosen: undefined });
              state.highlighted.value = { deciding: line, allows, lost: [], userAgentLines: [] };
            }}
          >
            {fill(texts.showLine, { line: String(line) })}
          </Button>
        )}
        <Button
          onClick={() =>
            change(state, { urls: withTargets(state.urls.value, [witness]), urlSource: 'own' })
          }
        >
          {texts.addExample}
        </Button>
      </p>
    </li>
  );
}

/** Values listed per change of records. */
const SHOWN_VALUES = 20;

/** Sitemaps, crawl delays and other records that the edit adds or removes. */
export function RecordChangeList({ changes }: { readonly changes: readonly RecordChange[] }) {
  const messages = useMessages();
  const { compare: texts } = messages;
  const values = (label: string, some: RecordChange['added']) =>
    some.length > 0 && (
      <div>
        <dt class="quiet">{label}</dt>
        <dd>
          {some.slice(0, SHOWN_VALUES).map(({ value, line }) => (
            <div key={line}>
              <span class="line-number">{lineText(messages, line)}</span> <code>{value}</code>
            </div>
          ))}
          {some.length > SHOWN_VALUES && moreText(messages, some.length - SHOWN_VALUES)}
        </dd>
      </div>
    );
  const item = ({ field, productTokens, removed, added }: RecordChange) => (
    <li class="change" key={JSON.stringify([field, productTokens])}>
      <h3 class="row">
        <code>{field}</code>
        <CrawlerNames productTokens={productTokens} messages={messages} />
      </h3>
      <dl class="sides stack">
        {values(texts.removed, removed)}
        {values(texts.added, added)}
      </dl>
    </li>
  );
  return <ChangePane id="record-changes" title={texts.records} changes={changes} item={item} />;
}

const FIELDS = { aipref: 'Content-Usage', contentSignals: 'Content-Signal' } as const;

/** Usage preferences that the edit changes, each with an example. */
export function PreferenceChangeList({ changes }: { changes: readonly PreferenceChange[] }) {
  const messages = useMessages();
  const { compare: texts, preferences } = messages;
  const item = (change: PreferenceChange) => {
    const { mechanism, category, productTokens, before, after, witness } = change;
    return (
      <li class="change" key={JSON.stringify([mechanism, category, before, after, witness])}>
        <h3 class="row">
          <code>{`${FIELDS[mechanism]}: ${category}`}</code>
          <CrawlerNames productTokens={productTokens} messages={messages} />
        </h3>
        <p class="witness hint">
          {texts.example} <code>{witness}</code>
        </p>
        <dl class="sides stack">
          <div>
            <dt class="quiet">{texts.before}</dt>
            <dd>{knownText(preferences.value, before) ?? before}</dd>
          </div>
          <div>
            <dt class="quiet">{texts.after}</dt>
            <dd>{knownText(preferences.value, after) ?? after}</dd>
          </div>
        </dl>
      </li>
    );
  };
  return (
    <ChangePane id="preference-changes" title={texts.preferences} changes={changes} item={item} />
  );
}

interface SideProps {
  readonly label: string;
  readonly verdict: SideVerdict;
}

function Side({ label, verdict: { allowed, reason, rule } }: SideProps) {
  const messages = useMessages();
  return (
    <div class={allowed ? 'is-allowed' : 'is-disallowed'}>
      <dt class="quiet">{label}</dt>
      <dd>
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
      </dd>
    </div>
  );
}
