/** Explains one verdict: the deciding rule, the overridden rules, the group and its clause. */
import {
  type Access,
  type AppliedProfile,
  type Decision,
  type Dialect,
  type DialectName,
  decider,
  dialects,
  type Verdict,
} from '@repkit/core';
import { type CrawlerProfile, crawlerProfile } from '@repkit/core/crawlers';
import { useEffect, useMemo } from 'preact/hooks';
import { clauseText, crawlerName, type Messages } from '../messages/messages.js';
import { useApp, useMessages, useSelected } from '../state/app-context.js';
import type { Check, HighlightedLines } from '../state/app-state.js';
import { crawlerOf, verdictWords } from './crawlers.js';

/** Rules or lines shown; a file can have 50,000 rules that match one URL. */
const MAX_SHOWN = 20;

/** The decision about a check by a file, and the dialects under which it is the opposite. */
export interface Explained {
  readonly check: Check;
  readonly decision: Exclude<Decision, { outcome: 'unreachable' }>;
  readonly verdict: Verdict;
  readonly dialect: Dialect;
  readonly differing: readonly DialectName[];
}

export function Explanation({ check, decision, verdict, dialect, differing }: Explained) {
  const messages = useMessages();
  const { check: texts } = messages;
  const { productToken, url } = check;
  const { allowed: isAllowed, group, matched = [], target } = verdict;
  const crawler = crawlerProfile(productToken);
  const { outcome, profile } = decision;
  const isGoverned = outcome !== 'not-governed';
  const inOrder = dialect.precedence === 'first-in-file' && verdict.reason === 'rule';
  return (
    <section class={`pane result stack explanation is-${outcome}`}>
      <div role="status">
        <h3>
          {`${crawlerName(messages, productToken)}: ${verdictWords(messages, crawlerOf(productToken))[outcome]}`}{' '}
          <span class="explained-url">{url}</span>
        </h3>
      </div>
      {isGoverned && (
        <p class="reason">
          {texts.reason[inOrder ? 'rule-in-order' : verdict.reason]}{' '}
          <span class="clause">{clauseText(messages, clauseOf(dialect, verdict))}</span>
        </p>
      )}
      {isGoverned && differing.length > 0 && (
        <p class="reason">
          {texts.otherDialects(
            differing.map((name) => messages.specName[name]).join(', '),
            isAllowed ? messages.disallowed : messages.allowed,
          )}
        </p>
      )}
      {crawler && profile?.source && profile.checked && (
        <p class="reason">
          {behaviorText(messages, crawler, verdict, profile, isGoverned)}{' '}
          <span class="clause">
            <a href={profile.source} target="_blank" rel="noreferrer noopener">
              {new URL(profile.source).hostname}
            </a>
            {`, ${texts.checked(profile.checked)}`}
          </span>
        </p>
      )}
      {matched.length > 0 && (
        <ol class="matched" aria-label={texts.matched}>
          {matched.slice(0, MAX_SHOWN).map((rule) => (
            <li key={rule.line} class={rule.lost === undefined ? 'winner' : 'loser'}>
              <span class="line-number">{messages.line(rule.line)}</span>
              <code>
                {rule.kind === 'allow' ? 'Allow: ' : 'Disallow: '}
                {rule.pattern}
              </code>
              <span class="why hint">
                {rule.lost === undefined ? texts.decides : texts.lost[rule.lost]}
                {' · '}
                {messages.bytes(String(rule.bytes))}
              </span>
            </li>
          ))}
        </ol>
      )}
      {matched.length > MAX_SHOWN && (
        <p class="quiet">{messages.andMore(matched.length - MAX_SHOWN)}</p>
      )}
      <dl class="facts row hint">
        {group && (
          <div>
            <dt class="sr-only">User-agent</dt>
            <dd>
              {texts.group(group.productToken, group.userAgentLines.slice(0, MAX_SHOWN).join(', '))}
              {group.userAgentLines.length > MAX_SHOWN &&
                ` (${messages.andMore(group.userAgentLines.length - MAX_SHOWN)})`}
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
      {crawler?.note && (
        <p class="hint" lang="en">
          {crawler.note}
        </p>
      )}
    </section>
  );
}

/** Says why a crawler follows its group, or why the rules do not govern it. */
function behaviorText(
  { check: texts }: Messages,
  crawler: CrawlerProfile,
  { group }: Verdict,
  profile: AppliedProfile,
  isGoverned: boolean,
): string {
  const { name, governs, obeysRobotsTxt } = crawler;
  const step = profile.step ? texts.step[profile.step](name, group?.productToken ?? '') : '';
  if (governs !== undefined) return `${texts.controls(texts.governs[name] ?? governs)} ${step}`;
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
export function clauseOf({ name }: Dialect, { reason }: Verdict): string | undefined {
  return new Map(Object.entries(CLAUSES)).get(name)?.[reason];
}

export interface ChosenExplanationProps {
  readonly access: Access;
  /** The URLs and crawlers of the view, once they are known. A verdict that is not among them is not explained. */
  readonly urls: readonly string[] | undefined;
  readonly productTokens: readonly string[] | undefined;
  /** Shown if no verdict is chosen. */
  readonly hint: string;
}

/** Explains the chosen verdict in a panel that stays in view. */
export function ChosenExplanation({ access, urls, productTokens, hint }: ChosenExplanationProps) {
  const { store, messages } = useApp();
  const chosen = useSelected((state) => state.chosen);
  const dialect = useSelected((state) => state.dialect);
  const isListed =
    chosen !== undefined &&
    (productTokens?.includes(chosen.productToken) ?? true) &&
    (urls?.includes(chosen.url) ?? true);
  const explained = useMemo(
    () => (isListed ? explainCheck(access, chosen, dialect) : undefined),
    [access, chosen, dialect, isListed],
  );
  const verdict = explained?.verdict;
  useEffect(() => {
    store.change({ highlighted: verdict && linesOf(verdict) });
  }, [verdict]);
  useEffect(() => () => store.change({ highlighted: undefined }), []);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable with the keyboard.
    <section class="explained" tabIndex={0} aria-label={messages.check.explanation}>
      {explained === undefined ? <p class="hint">{hint}</p> : <Explanation {...explained} />}
    </section>
  );
}

/** Returns the decision with all matching rules; undefined for an invalid check from a link, and without a file. */
export function explainCheck(
  access: Access,
  check: Check,
  chosen?: DialectName,
): Explained | undefined {
  const { url, productToken } = check;
  const crawler = crawlerOf(productToken);
  try {
    const made = decider(access, crawler, { dialect: chosen });
    const decision = made.decide(url, { all: true });
    if (decision.outcome === 'unreachable' || decision.verdict === undefined) return undefined;
    const { verdict } = decision;
    const differing = (Object.keys(dialects) as DialectName[]).filter(
      (dialect) => decider(access, crawler, { dialect }).matcher.isAllowed(url) !== verdict.allowed,
    );
    return { check, decision, verdict, dialect: made.dialect, differing };
  } catch {
    return undefined;
  }
}

/** Returns the lines to highlight for a verdict. */
export function linesOf({ allowed, rule, group, matched = [] }: Verdict): HighlightedLines {
  return {
    deciding: rule?.line,
    allows: allowed,
    lost: matched.flatMap(({ line, lost }) => (lost === undefined ? [] : [line])),
    userAgentLines: group?.userAgentLines ?? [],
  };
}
