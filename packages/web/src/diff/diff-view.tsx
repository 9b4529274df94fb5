/** The Diff view: which URLs an edit blocks or allows, for which crawlers, and by which rule. */
import type { Verdict } from '@repkit/core';
import type { PreferenceChange, RecordChange } from '@repkit/core/analysis';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../controls/button.js';
import { FailedText, Pane } from '../controls/pane.js';
import { ViewHead } from '../controls/view-head.js';
import { OpenedNotice, OpenFile } from '../editor/open-file.js';
import type { OpenedText } from '../editor/opened-text.js';
import { knownText, lineText, moreText } from '../messages/messages.js';
import { useMessages, usePage } from '../state/page.js';
import { change, type Failed } from '../state/page-state.js';
import { SETTLED_MS } from '../state/results.js';
import { withTargets } from '../state/url-lines.js';
import type { ComparedChange, Comparison } from '../worker/requests.js';
import { BothVersions } from './both-versions.js';
import { CrawlerNames } from './crawler-names.js';

export function DiffView() {
  const { state, messages } = usePage();
  const { diff: texts } = messages;
  const before = state.before.value;
  const [opened, setOpened] = useState<OpenedText>();
  const open = (file: OpenedText) => {
    setOpened(file);
    state.before.value = file.text;
  };
  // Highlighted lines mean nothing in other views.
  useEffect(
    () => () => {
      state.highlighted.value = undefined;
    },
    [state],
  );
  return (
    <>
      <ViewHead help={texts.help} helpId="before-hint" />
      <section class="pane" aria-labelledby="before-title">
        <header class="pane-head row">
          <h3 id="before-title">{before === '' ? texts.paste : texts.before}</h3>
          <span class="tools row">
            <Button onClick={() => change(state, { before: state.robotsTxt.value })}>
              {texts.copyFromEditor}
            </Button>
            <Button
              onClick={() =>
                change(state, { before: state.robotsTxt.value, robotsTxt: state.before.value })
              }
            >
              {texts.swap}
            </Button>
            <OpenFile label={texts.open} accept=".txt,text/plain" onOpen={open} />
          </span>
        </header>
        <OpenedNotice opened={opened} text={before} />
        <textarea
          class="before"
          rows={9}
          spellcheck={false}
          aria-labelledby="before-title"
          aria-describedby="before-hint"
          value={before}
          onInput={({ currentTarget }) => change(state, { before: currentTarget.value })}
        />
      </section>
      {before !== '' && <Result />}
    </>
  );
}

function Result() {
  const comparison = useComparison();
  const {
    changes = NO_CHANGES,
    recordChanges = [],
    preferenceChanges = [],
  } = comparison === undefined || comparison === 'failed' ? {} : comparison;
  return (
    <>
      <Outcome comparison={comparison} />
      <BothVersions changes={changes} />
      {(['newly-blocked', 'newly-allowed'] as const).map((effect) => (
        <ChangeList
          key={effect}
          effect={effect}
          changes={changes.filter((change) => change.effect === effect)}
        />
      ))}
      <RecordChangeList changes={recordChanges} />
      <PreferenceChangeList changes={preferenceChanges} />
    </>
  );
}

const NO_CHANGES: readonly ComparedChange[] = [];

/** Returns undefined while the current texts are being compared. */
export function useComparison(): Comparison | Failed | undefined {
  const { state, worker } = usePage();
  const before = state.before.value;
  const after = state.robotsTxt.value;
  const dialect = state.dialect.value;
  const [comparison, setComparison] = useState<Comparison | Failed>();
  useEffect(() => {
    setComparison(undefined);
    const controller = new AbortController();
    const compare = async () => {
      const request = { kind: 'compare', before, after, dialect } as const;
      const result = await worker.ask(request, controller.signal).catch((): Failed => 'failed');
      if (!controller.signal.aborted) setComparison(result);
    };
    const timer = setTimeout(() => void compare(), SETTLED_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [worker, before, after, dialect]);
  return comparison;
}

export function Outcome({ comparison }: { readonly comparison: Comparison | Failed | undefined }) {
  const { diff: texts, fill } = useMessages();
  if (comparison === 'failed') return <FailedText />;
  const kind = comparison === undefined ? 'comparing' : outcomeOf(comparison);
  return (
    <section class={`pane result stack outcome comparison ${kind}`} role="status">
      <h3>{texts.outcome[kind]}</h3>
      {comparison !== undefined && kind !== 'comparing' && (
        <p class="hint">{kind === 'changed' ? sentenceOf(comparison) : texts.meaning[kind]}</p>
      )}
    </section>
  );

  function sentenceOf({ changes, complete }: Comparison): string {
    const blocked = changes.filter(({ effect }) => effect === 'newly-blocked').length;
    const counts = fill(texts.counts, { blocked, allowed: changes.length - blocked });
    return `${counts} ${complete ? texts.complete : texts.incomplete}`;
  }
}

function outcomeOf({ equivalent, accessEquivalent }: Comparison) {
  if (accessEquivalent === 'undecided' || equivalent === 'undecided') return 'undecided';
  if (!accessEquivalent) return 'changed';
  return equivalent ? 'equivalent' : 'sameAccess';
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
  const { diff: texts, fill } = useMessages();
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
  const { diff: texts } = useMessages();
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
  const { diff: texts, fill } = messages;
  const line = after.rule?.line;
  return (
    <li class="change">
      <h4 class="row">
        <code>{pattern}</code>
        <CrawlerNames productTokens={productTokens} messages={messages} />
      </h4>
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
              state.highlighted.value = { deciding: line, allows, lost: [], userAgentLines: [] };
              state.pane.value = 'file';
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
  const { diff: texts } = messages;
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
      <h4 class="row">
        <code>{field}</code>
        <CrawlerNames productTokens={productTokens} messages={messages} />
      </h4>
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
  const { diff: texts, preferences } = messages;
  const item = (change: PreferenceChange) => {
    const { mechanism, category, productTokens, before, after, witness } = change;
    return (
      <li class="change" key={JSON.stringify([mechanism, category, before, after, witness])}>
        <h4 class="row">
          <code>{`${FIELDS[mechanism]}: ${category}`}</code>
          <CrawlerNames productTokens={productTokens} messages={messages} />
        </h4>
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
  readonly verdict: Verdict;
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
