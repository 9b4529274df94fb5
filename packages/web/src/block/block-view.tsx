/**
 * The Block AI view: crawlers by purpose with switches, and the file that blocks them, with the proof that no other crawler
 * is affected.
 */
import type { InitWritten } from '@repkit/core/analysis';
import type { CrawlerProfile, CrawlerPurpose } from '@repkit/core/crawlers';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Button } from '../controls/button.js';
import { CrawlerFact } from '../controls/crawler-fact.js';
import { download } from '../controls/download.js';
import { FailedText } from '../controls/pane.js';
import { Switch } from '../controls/switch.js';
import { OpenFile } from '../editor/open-file.js';
import { listText } from '../messages/messages.js';
import { useMessages, usePage, useResult, useStatus } from '../state/page.js';
import { change, NOTHING_BLOCKED } from '../state/page-state.js';
import { isBlocked as isSiteBlocked } from '../state/results.js';
import { showFile } from '../state/url-lines.js';
import { addedLines } from './added-lines.js';
import { crawlersFor, initOptions, isBlocked, mixedPurposes, PURPOSES, withCrawler, withPurpose } from './selection.js';

export function BlockView() {
  const { state, messages } = usePage();
  const { block: texts, check } = messages;
  return (
    <div class="block stack">
      <section class="purposes stack" aria-labelledby="purposes-title">
        <h2 id="purposes-title">{texts.title}</h2>
        <p class="quiet">{texts.help}</p>
        {PURPOSES.map((purpose) => (
          <PurposeList key={purpose} purpose={purpose} />
        ))}
        <Signals />
        {state.blocking.value.purposes.length > 0 && (
          <p class="to-file">
            <Button onClick={() => document.querySelector<HTMLElement>('.file-text')?.focus()}>{check.showInFile}</Button>
          </p>
        )}
      </section>
      <BlockedFile />
    </div>
  );
}

function PurposeList({ purpose }: { readonly purpose: CrawlerPurpose }) {
  const { state, messages } = usePage();
  const { block: texts, check, fill } = messages;
  const blocking = state.blocking.value;
  const crawlers = crawlersFor(purpose);
  const blocked = crawlers.filter((crawler) => isBlocked(crawler, blocking));
  const isOn = blocking.purposes.includes(purpose) && blocked.length > 0;
  const title = check.purpose[purpose];
  return (
    <section class="purpose">
      {/* On a narrow screen the file is below the lists. */}
      <details open={purpose === 'ai-training' && matchMedia('(min-width: 1000px)').matches}>
        <summary>
          <strong>{title}</strong>{' '}
          <span class="quiet">{fill(texts.count, { blocked: blocked.length, count: crawlers.length })}</span>
        </summary>
        <ul>
          {crawlers.map((crawler) => (
            <CrawlerRow key={crawler.name} purpose={purpose} crawler={crawler} />
          ))}
        </ul>
      </details>
      <Switch
        label={fill(texts.blockPurpose, { purpose: title })}
        isOn={isOn}
        onChange={(wanted) => change(state, { blocking: withPurpose(blocking, purpose, wanted) })}
      />
    </section>
  );
}

interface CrawlerRowProps {
  readonly purpose: CrawlerPurpose;
  readonly crawler: CrawlerProfile;
}

function CrawlerRow({ purpose, crawler }: CrawlerRowProps) {
  const { state, messages } = usePage();
  const { block: texts, check, fill } = messages;
  const blocking = state.blocking.value;
  const mixed = mixedPurposes(crawler, [...blocking.purposes, purpose]);
  const { name, operator, source, blocking: cost, note } = crawler;
  const fact = cost ?? note;
  return (
    <li>
      <div>
        <strong>{name}</strong>{' '}
        <a class="quiet" href={source} target="_blank" rel="noreferrer noopener">
          {operator}
        </a>
        {mixed.length > 0 && (
          <p class="is-limited">
            <span class="verdict">{fill(texts.mixed, { purposes: mixed.map((also) => check.purpose[also]).join(', ') })}</span>
          </p>
        )}
        {fact && <CrawlerFact english={fact} />}
      </div>
      <Switch
        label={fill(texts.blockCrawler, { crawler: name })}
        isOn={isBlocked(crawler, blocking)}
        onChange={(wanted) => change(state, { blocking: withCrawler(blocking, purpose, crawler, wanted) })}
      />
    </li>
  );
}

/** States the same as preferences, for crawlers that no list knows. */
function Signals() {
  const { state, messages } = usePage();
  const { block: texts } = messages;
  const blocking = state.blocking.value;
  return (
    <div class="purpose">
      <p>
        <strong>{texts.signals}</strong>
        <br />
        <span class="hint">{texts.signalsAbout}</span>
      </p>
      <Switch
        label={texts.signals}
        isOn={blocking.signals}
        onChange={(signals) => change(state, { blocking: { ...blocking, signals } })}
      />
    </div>
  );
}

/** The types of input events of a paste or drop (Input Events 4.1.2). */
const PASTED = /^insertFrom/;

/** In pixels, of unchanged lines above the added ones. */
const SPACE_ABOVE = 72;

function BlockedFile() {
  const { state, messages } = usePage();
  const { block: texts } = messages;
  const robotsTxt = state.robotsTxt.value;
  const blocking = state.blocking.value;
  const isEmpty = blocking.purposes.length === 0;
  const options = useMemo(() => initOptions(blocking), [blocking]);
  const outcome = useResult(isEmpty ? undefined : { kind: 'init', robotsTxt, options });
  const written = typeof outcome === 'object' && outcome.kind === 'written' ? outcome : undefined;
  const text = written?.text ?? robotsTxt;
  // The old file must not be mistaken for the one that blocks.
  const isReady = text !== '' && (isEmpty || written !== undefined);
  const pieces = useMemo(() => addedLines(robotsTxt, text), [robotsTxt, text]);
  const fetchedFrom = state.fetchedFrom.value;
  const [status, showStatus] = useStatus();
  /** The file replaces the field, but not after the first letter. */
  const [isTyping, setTyping] = useState(false);
  const shown = useRef<HTMLPreElement>(null);
  useEffect(() => {
    const line = shown.current?.querySelector<HTMLElement>('.added');
    if (shown.current && line) shown.current.scrollTop = line.offsetTop - SPACE_ABOVE;
  }, [text]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      showStatus(({ block }) => block.copied);
    } catch {
      showStatus(({ block }) => block.notCopied);
    }
  };

  return (
    <section class="blocked-file" aria-labelledby="blocked-file-title">
      <header class="pane-head">
        <h2 id="blocked-file-title">{fetchedFrom?.url ?? 'robots.txt'}</h2>
        <span class="row">
          <OpenFile
            label={messages.editor.open}
            accept=".txt,text/plain"
            text={robotsTxt}
            onOpen={(opened) => showFile(state, opened)}
          />
          <Button disabled={!isReady} onClick={() => void copy()}>
            {texts.copy}
          </Button>
          <Button disabled={!isReady} onClick={() => download('robots.txt', 'text/plain', text)}>
            {texts.download}
          </Button>
          <Button
            disabled={written === undefined}
            onClick={() =>
              change(state, {
                before: robotsTxt,
                robotsTxt: text,
                blocking: NOTHING_BLOCKED,
                view: 'compare',
              })
            }
          >
            {texts.compare}
          </Button>
        </span>
      </header>
      <p class="sr-only" role="status">
        {status}
      </p>
      {text === '' || isTyping ? (
        <textarea
          rows={10}
          spellcheck={false}
          aria-label="robots.txt"
          placeholder={texts.empty}
          onInput={({ currentTarget, inputType }) => {
            setTyping(!PASTED.test(inputType));
            showFile(state, currentTarget.value);
          }}
          onBlur={() => setTyping(false)}
        />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable with the keyboard.
        <pre class="file-text" tabIndex={0} ref={shown}>
          {pieces.map((piece, index) => (
            <span key={index} class={piece.isAdded ? 'added' : ''}>
              {piece.text}
            </span>
          ))}
        </pre>
      )}
      <div role="status" class="proof stack">
        {outcome === 'failed' && <FailedText />}
        {typeof outcome === 'object' && outcome.kind === 'refused' && (
          <p class="error" lang="en">
            {outcome.message}
          </p>
        )}
        {written && (isSiteBlocked(state) ? <p class="error">{texts.unknownFile}</p> : <Proof {...written} />)}
        {isEmpty && <p class="quiet">{texts.choose}</p>}
      </div>
    </section>
  );
}

const STAR = '*';
/** Crawlers that the sentence names; the lists name all. */
const MAX_NAMED = 4;
const IMPORTANT = ['Googlebot', 'bingbot', 'DuckDuckBot', 'YandexBot', 'Baiduspider', 'Applebot'];

function Proof(written: InitWritten) {
  const messages = useMessages();
  const { block: texts, fill } = messages;
  const namesOf = (list: InitWritten['blocked']) => list.map(({ crawler }) => crawler.name);
  const blocked = namesOf(written.blocked);
  const known = new Set(blocked.map((name) => name.toLowerCase()));
  const changes = written.diff.changes.flatMap(({ productTokens }) => productTokens);
  // Those that only an earlier block named.
  const released = changes.filter((name) => !known.has(name.toLowerCase()));
  const changed = [...namesOf(written.blocked.filter(({ isChanged }) => isChanged)), ...new Set(released)];
  const preferencesChanged = written.preferencesChanged.filter((name) => name !== STAR);
  const unaffected = written.unaffected.map(({ name }) => name);
  const others = preferencesChanged.length > 0 ? preferencesChanged : unaffected;
  const important = IMPORTANT.filter((name) => others.includes(name));
  const names = listText(messages, [...new Set([...important, ...others])], MAX_NAMED);
  const proof = preferencesChanged.length > 0 ? texts.onlyPreferences : texts.notAffected;
  return (
    <>
      <p>
        <strong>{fill(texts.changes, { count: changed.length })}</strong> {fill(proof, { names })}
      </p>
      {(
        [
          [texts.changed, changed],
          [texts.blocked, blocked],
          [texts.preferencesChanged, preferencesChanged],
          [texts.unaffected, unaffected],
        ] as const
      ).map(
        ([title, list]) =>
          list.length > 0 && (
            <details key={title}>
              <summary>{fill(title, { count: list.length })}</summary>
              <p class="crawler-names">{list.join(', ')}</p>
            </details>
          ),
      )}
    </>
  );
}
