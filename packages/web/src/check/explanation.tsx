/** Explains one verdict: the deciding rule, the overridden rules, the group and its clause. */
import type { AppliedProfile, DialectName, Verdict } from '@repkit/core';
import { type CrawlerProfile, crawlerProfile } from '@repkit/core/crawlers';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../controls/button.js';
import { CrawlerFact } from '../controls/crawler-fact.js';
import { deferred } from '../controls/deferred.js';
import { clauseText, crawlerName, lineText, listText, type Messages, moreText } from '../messages/messages.js';
import { useMessages, usePage } from '../state/page.js';
import { change, listedExplanation, type PageState } from '../state/page-state.js';
import type { Explanation } from '../worker/requests.js';
import { verdictWords } from './crawlers.js';

const PreferencesSection = deferred(() => import('../preferences/preferences.js'), 'PreferencesSection');

/** Rules or lines shown; a file can have 50,000 rules that match one URL. */
const MAX_SHOWN = 20;

export function ExplanationCard(explanation: Explanation) {
  const { check, decision, verdict, dialect, isInOrder, differing } = explanation;
  const messages = useMessages();
  const { check: texts, fill } = messages;
  const { productToken, url } = check;
  const { allowed: isAllowed, group, matched = [], target } = verdict;
  const crawler = crawlerProfile(productToken);
  const { outcome, profile } = decision;
  const isGoverned = outcome !== 'not-governed';
  const reason = isInOrder && verdict.reason === 'rule' ? 'rule-in-order' : verdict.reason;
  return (
    <section class={`explanation stack is-${outcome}`}>
      <div role="status">
        <h2>
          {`${crawlerName(messages, productToken)}: ${verdictWords(messages, productToken)[outcome]}`}{' '}
          <span class="explained-url">{url}</span>
        </h2>
      </div>
      {isGoverned && (
        <p class="reason">
          {texts.reason[reason]} <span class="clause">{clauseText(messages, clauseOf(dialect, verdict))}</span>
        </p>
      )}
      {isGoverned && differing.length > 0 && (
        <p class="reason">
          {fill(texts.otherDialects, {
            dialects: differing.map((name) => messages.specName[name]).join(', '),
            verdict: isAllowed ? messages.disallowed : messages.allowed,
          })}
        </p>
      )}
      {crawler && profile?.source && profile.checked && (
        <p class="reason">
          {behaviorText(messages, crawler, verdict, profile, isGoverned)}{' '}
          <span class="clause">
            <a href={profile.source} target="_blank" rel="noreferrer noopener">
              {new URL(profile.source).hostname}
            </a>
            {`, ${fill(texts.checked, { date: profile.checked })}`}
          </span>
        </p>
      )}
      {matched.length > 0 && (
        <ol class="matched numbered" aria-label={texts.matched}>
          {matched.slice(0, MAX_SHOWN).map((rule) => (
            <li key={rule.line} class={rule.lost === undefined ? 'winner' : 'loser'}>
              <span class="line-number">{lineText(messages, rule.line)}</span>
              <code>
                {rule.kind === 'allow' ? 'Allow: ' : 'Disallow: '}
                {rule.pattern}
              </code>
              <span class="why hint">
                {rule.lost === undefined ? texts.decides : texts.lost[rule.lost]}
                {' · '}
                {fill(messages.bytes, { count: rule.bytes })}
              </span>
            </li>
          ))}
        </ol>
      )}
      {matched.length > MAX_SHOWN && <p class="quiet">{moreText(messages, matched.length - MAX_SHOWN)}</p>}
      <dl class="facts row hint">
        {group && (
          <div>
            <dt class="sr-only">User-agent</dt>
            <dd>
              {fill(texts.group, {
                token: group.productToken,
                lines: listText(messages, group.userAgentLines, MAX_SHOWN),
              })}
            </dd>
          </div>
        )}
        <div>
          <dt>{texts.matchedAs}</dt>
          <dd>
            <code>{target}</code>
          </dd>
        </div>
        {crawler && (
          <div>
            <dt>{crawler.operator}</dt>
            <dd>
              {crawler.purposes.map((purpose) => texts.purpose[purpose]).join(', ')} ·{' '}
              <a href={crawler.source} target="_blank" rel="noreferrer noopener">
                {texts.source}
              </a>
            </dd>
          </div>
        )}
      </dl>
      {crawler?.note && <CrawlerFact english={crawler.note} />}
    </section>
  );
}

/** Says why a crawler follows its group, or why the rules do not govern it. */
function behaviorText(
  { check: texts, fill }: Messages,
  crawler: CrawlerProfile,
  { group }: Verdict,
  profile: AppliedProfile,
  isGoverned: boolean,
): string {
  const { name, governs, obeysRobotsTxt } = crawler;
  const step = profile.step ? fill(texts.step[profile.step], { name, group: group?.productToken ?? '' }) : '';
  if (governs !== undefined) {
    return `${fill(texts.controls, { what: texts.governs[name] ?? governs })} ${step}`;
  }
  return !isGoverned ? texts.notGoverned[obeysRobotsTxt === 'no' ? 'no' : 'user'] : step;
}

type Clauses = Readonly<Partial<Record<Verdict['reason'], string>>>;

const CLAUSES: Readonly<Record<DialectName, Clauses>> = {
  rfc9309: clausesOf('RFC 9309'),
  'draft-koster-rep-00': clausesOf('draft-koster-rep-00'),
  google: {
    rule: 'google-rules',
    'empty-rule': 'google-disallow',
    'no-rule': 'google-rules',
    'no-group': 'google-user-agents',
  },
  koster1996: {
    rule: '1996 draft 3.2.2',
    'no-rule': '1996 draft 3.2.2',
    'no-group': '1996 draft 3.2.1',
  },
  yandex: {
    ...clausesOf('RFC 9309'),
    rule: 'yandex-rules',
    'empty-rule': 'yandex-rules',
    'no-rule': 'yandex-rules',
    'no-group': 'yandex-user-agent',
  },
};

/** The draft and the RFC have the same sections. */
function clausesOf(document: string): Clauses {
  const [groups, rules] = [`${document} 2.2.1`, `${document} 2.2.2`];
  return { rule: rules, 'no-rule': rules, 'robots-txt': rules, 'no-group': groups };
}

/** Returns a key of `clauseText`; undefined if the dialect has no clause for the reason. */
export function clauseOf(dialect: string, { reason }: Pick<Verdict, 'reason'>): string | undefined {
  return new Map(Object.entries(CLAUSES)).get(dialect)?.[reason];
}

/** Explains the chosen verdict next to the table; on a narrow screen, in a sheet from the bottom. */
export function ChosenExplanation() {
  const { state, messages } = usePage();
  const { check: texts } = messages;
  const explanation = listedExplanation(state);
  const touch = useRef(0);
  const [showsPreferences, setShowsPreferences] = useState(false);
  const close = () => closeExplanation(state);
  useEffect(() => {
    // The sheet could cover the cell that has the focus.
    const focused = document.activeElement;
    if (focused?.matches('.verdicts td')) focused.scrollIntoView({ block: 'nearest' });
  }, [explanation?.check]);
  if (explanation === undefined) return null;
  const line = explanation.verdict.rule?.line ?? explanation.verdict.group?.userAgentLines[0];
  return (
    <aside
      class="explained"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable with the keyboard.
      tabIndex={0}
      aria-label={texts.explanation}
      onTouchStart={({ touches }) => {
        touch.current = touches[0]?.clientY ?? 0;
      }}
      onTouchEnd={({ changedTouches, currentTarget }) => {
        const moved = (changedTouches[0]?.clientY ?? 0) - touch.current;
        const isSheet = getComputedStyle(currentTarget).position === 'fixed';
        if (isSheet && currentTarget.scrollTop === 0 && moved > SWIPE) close();
      }}
    >
      <div class="explained-tools row">
        {line !== undefined && !state.isEditing.value && (
          <Button onClick={() => change(state, { isEditing: true })}>{texts.showInFile}</Button>
        )}
        <Button aria-label={texts.closeExplanation} title={texts.closeExplanation} onClick={close}>
          ×
        </Button>
      </div>
      <ExplanationCard {...explanation} />
      <details class="more" open={showsPreferences} onToggle={({ currentTarget }) => setShowsPreferences(currentTarget.open)}>
        <summary>{messages.preferences.title}</summary>
        {showsPreferences && <PreferencesSection />}
      </details>
    </aside>
  );
}

/** Returns the focus to the chosen cell if it is in the explanation. */
export function closeExplanation(state: PageState): void {
  const box = document.querySelector('.explained');
  if (box?.contains(document.activeElement)) {
    document.querySelector<HTMLElement>('.verdicts td[aria-selected=true]')?.focus();
  }
  change(state, { chosen: undefined });
}

/** In pixels: a shorter movement scrolls. */
const SWIPE = 60;
