/** The Diff view: which URLs an edit blocks or allows, for which crawlers, and by which rule. */
import type { Verdict } from '@repkit/core';
import type { PreferenceChange, RecordChange } from '@repkit/core/analysis';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type Failed, useLatest } from '../analysis/latest-work.js';
import { Button } from '../controls/button.js';
import { FailedText, Pane } from '../controls/pane.js';
import { ViewHead } from '../controls/view-head.js';
import { OpenedNotice, OpenFile } from '../editor/open-file.js';
import type { OpenedText } from '../editor/opened-text.js';
import { DIFF_TEXTS } from '../messages/diff-texts.js';
import { knownText } from '../messages/messages.js';
import { PREFERENCES_TEXTS } from '../messages/preferences-texts.js';
import { useApp, useMessages, useSelected, useTexts } from '../state/app-context.js';
import { withTargets } from '../state/url-lines.js';
import { BothVersions, CrawlerNames } from './both-versions.js';
import type { ComparedChange, Comparison, ComparisonRequest } from './comparison.js';

export function DiffView() {
  const { store } = useApp();
  const texts = useTexts(DIFF_TEXTS);
  const before = useSelected((state) => state.before);
  const [opened, setOpened] = useState<OpenedText>();
  const open = (file: OpenedText) => {
    setOpened(file);
    store.change({ before: file.text });
  };
  // Highlighted lines mean nothing in other views.
  useEffect(() => () => store.change({ highlighted: undefined }), [store]);
  return (
    <>
      <ViewHead help={texts.help} helpId="before-hint" />
      <section class="pane" aria-labelledby="before-title">
        <header class="pane-head row">
          <h3 id="before-title">{before === '' ? texts.paste : texts.before}</h3>
          <span class="tools row">
            <Button onClick={() => store.change({ before: store.state.robotsTxt })}>
              {texts.copyFromEditor}
            </Button>
            <Button
              onClick={() =>
                store.change({ before: store.state.robotsTxt, robotsTxt: store.state.before })
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
          onInput={({ currentTarget }) => store.change({ before: currentTarget.value })}
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
  const before = useSelected((state) => state.before);
  const after = useSelected((state) => state.robotsTxt);
  const dialect = useSelected((state) => state.dialect);
  return useLatest<ComparisonRequest, Comparison>({ before, after, dialect }, startComparing);
}

/** A comparison can take seconds. Its worker is not loaded by the first view. */
function startComparing(): Worker {
  return new Worker(new URL('../workers/comparison-worker.ts', import.meta.url), {
    type: 'module',
  });
}

export function Outcome({ comparison }: { readonly comparison: Comparison | Failed | undefined }) {
  const texts = useTexts(DIFF_TEXTS);
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
    const counts = texts.counts(blocked, changes.length - blocked);
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
  const texts = useTexts(DIFF_TEXTS);
  const [limit, setLimit] = useState(PAGE_SIZE);
  if (changes.length === 0) return null;
  const left = changes.length - limit;
  return (
    <Pane id={id} className={`changes ${effect}`} title={title} count={changes.length}>
      <ul>{changes.slice(0, limit).map(item)}</ul>
      {left > 0 && (
        <button type="button" class="button more" onClick={() => setLimit(limit + PAGE_SIZE)}>
          {texts.more(left)}
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
  const texts = useTexts(DIFF_TEXTS);
  const title = (
    <>
      <span class="effect-sign" aria-hidden="true">
        {effect === 'newly-blocked' ? '−' : '+'}
      </span>
      {texts.effect[effect]}
    </>
  );
  const item = (change: ComparedChange) => (
    <ChangeItem key={JSON.stringify(change)} change={change} />
  );
  return <ChangePane id={effect} {...{ title, effect, changes, item }} />;
}

function ChangeItem({ change }: { readonly change: ComparedChange }) {
  const { store } = useApp();
  const texts = useTexts(DIFF_TEXTS);
  const { productTokens, pattern, witness, before, after } = change;
  const line = after.rule?.line;
  return (
    <li class="change">
      <h4 class="row">
        <code>{pattern}</code>
        <CrawlerNames productTokens={productTokens} />
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
            onClick={() =>
              store.change({
                highlighted: {
                  deciding: line,
                  allows: after.allowed,
                  lost: [],
                  userAgentLines: [],
                },
                pane: 'file',
              })
            }
          >
            {texts.showLine(line)}
          </Button>
        )}
        <Button
          onClick={() =>
            store.change({ urls: withTargets(store.state.urls, [witness]), urlSource: 'own' })
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
  const texts = useTexts(DIFF_TEXTS);
  const values = (label: string, some: RecordChange['added']) =>
    some.length > 0 && (
      <div>
        <dt class="quiet">{label}</dt>
        <dd>
          {some.slice(0, SHOWN_VALUES).map(({ value, line }) => (
            <div key={line}>
              <span class="line-number">{messages.line(line)}</span> <code>{value}</code>
            </div>
          ))}
          {some.length > SHOWN_VALUES && messages.andMore(some.length - SHOWN_VALUES)}
        </dd>
      </div>
    );
  const item = ({ field, productTokens, removed, added }: RecordChange) => (
    <li class="change" key={JSON.stringify([field, productTokens])}>
      <h4 class="row">
        <code>{field}</code>
        <CrawlerNames productTokens={productTokens} />
      </h4>
      <dl class="sides stack">
        {values(texts.removed, removed)}
        {values(texts.added, added)}
      </dl>
    </li>
  );
  return <ChangePane id="record-changes" title={texts.records} {...{ changes, item }} />;
}

const FIELDS = { aipref: 'Content-Usage', contentSignals: 'Content-Signal' } as const;

/** Usage preferences that the edit changes, each with an example. */
export function PreferenceChangeList({ changes }: { changes: readonly PreferenceChange[] }) {
  const texts = useTexts(DIFF_TEXTS);
  const { value: names } = useTexts(PREFERENCES_TEXTS);
  const item = (change: PreferenceChange) => {
    const { mechanism, category, productTokens, before, after, witness } = change;
    return (
      <li class="change" key={JSON.stringify([mechanism, category, before, after, witness])}>
        <h4 class="row">
          <code>{`${FIELDS[mechanism]}: ${category}`}</code>
          <CrawlerNames productTokens={productTokens} />
        </h4>
        <p class="witness hint">
          {texts.example} <code>{witness}</code>
        </p>
        <dl class="sides stack">
          <div>
            <dt class="quiet">{texts.before}</dt>
            <dd>{knownText(names, before) ?? before}</dd>
          </div>
          <div>
            <dt class="quiet">{texts.after}</dt>
            <dd>{knownText(names, after) ?? after}</dd>
          </div>
        </dl>
      </li>
    );
  };
  return <ChangePane id="preference-changes" title={texts.preferences} {...{ changes, item }} />;
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
            <span class="line-number">{messages.line(rule.line)}</span>{' '}
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
