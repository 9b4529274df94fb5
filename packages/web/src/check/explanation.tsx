/** The chosen verdict with its reasons: the rule that decides, those that lost and why, and whom the group is for. */
import {
  crawlerProfile,
  type Dialect,
  type DialectName,
  type RobotsTxt,
  type Verdict,
} from '@repkit/core';
import { useEffect, useMemo } from 'preact/hooks';
import { useApp, useMessages, useSelected } from '../state/app-context.js';
import type { LitLines, Question } from '../state/app-state.js';

export interface ExplanationProps {
  readonly question: Question;
  readonly verdict: Verdict;
  readonly file: RobotsTxt;
}

export function Explanation({ question, verdict, file }: ExplanationProps) {
  const messages = useMessages();
  const { check: texts } = messages;
  const { productToken, url } = question;
  const { allowed, group, matched = [], target } = verdict;
  const crawler = crawlerProfile(productToken);
  const name = productToken === '*' ? texts.everyone : productToken;
  const inOrder = file.dialect.precedence === 'first-in-file' && verdict.reason === 'rule';
  return (
    <section class={`explanation ${allowed ? 'is-allowed' : 'is-disallowed'}`}>
      <div role="status">
        <h3>
          {allowed ? texts.may(name) : texts.mayNot(name)} <span class="explained-url">{url}</span>
        </h3>
      </div>
      <p class="reason">
        {texts.reason[inOrder ? 'rule-in-order' : verdict.reason]}{' '}
        <span class="clause">{clauseOf(file.dialect, verdict)}</span>
      </p>
      {matched.length > 0 && (
        <ol class="matched" aria-label={texts.matched}>
          {matched.map((rule) => (
            <li key={rule.line} class={rule.lost === undefined ? 'winner' : 'loser'}>
              <span class="line-number">{messages.line(rule.line)}</span>
              <code>
                {rule.kind === 'allow' ? 'Allow: ' : 'Disallow: '}
                {rule.pattern}
              </code>
              <span class="why">
                {rule.lost === undefined ? texts.decides : texts.lost[rule.lost]}
                {' · '}
                {texts.bytes(rule.bytes)}
              </span>
            </li>
          ))}
        </ol>
      )}
      <dl class="facts">
        {group && (
          <div>
            <dt class="sr-only">User-agent</dt>
            <dd>{texts.group(group.productToken, group.userAgentLines.join(', '))}</dd>
          </div>
        )}
        <div>
          <dt>{texts.compared}</dt>
          <dd>
            <code>{target}</code>
          </dd>
        </div>
        {crawler && (
          <div>
            <dt>{crawler.operator}</dt>
            <dd>
              {texts.purpose[crawler.purpose]} ·{' '}
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

type Clauses = Readonly<Partial<Record<Verdict['reason'], string>>>;

const CLAUSES: Readonly<Record<DialectName, Clauses>> = {
  rfc9309: {
    ...{ rule: 'RFC 9309 2.2.2', 'no-rule': 'RFC 9309 2.2.2', 'robots-txt': 'RFC 9309 2.2.2' },
    'no-group': 'RFC 9309 2.2.1',
  },
  'draft-koster-rep-00': {
    rule: 'draft-koster-rep-00 2.2.2',
    'no-rule': 'draft-koster-rep-00 2.2.2',
    'robots-txt': 'draft-koster-rep-00 2.2.2',
    'no-group': 'draft-koster-rep-00 2.2.1',
  },
  google: {
    rule: 'Google: order of precedence for rules',
    'empty-rule': 'Google: syntax, disallow',
    'no-rule': 'Google: order of precedence for rules',
    'no-group': 'Google: order of precedence for user agents',
  },
  koster1996: {
    ...{ rule: '1996 draft 3.2.2', 'no-rule': '1996 draft 3.2.2' },
    'no-group': '1996 draft 3.2.1',
  },
};

/** `undefined` where the dialect has no such verdict, or is none of the page's. */
export function clauseOf({ name }: Dialect, { reason }: Verdict): string | undefined {
  return new Map(Object.entries(CLAUSES)).get(name)?.[reason];
}

export interface ChosenExplanationProps {
  readonly file: RobotsTxt;
  /** Whether the view still asks what was chosen. */
  readonly isAsked?: boolean;
  /** Says how a verdict is chosen. */
  readonly hint: string;
}

export function ChosenExplanation({ file, isAsked = true, hint }: ChosenExplanationProps) {
  const { store } = useApp();
  const chosen = useSelected((state) => state.chosen);
  const verdict = useMemo(
    () => (isAsked && chosen ? explainQuestion(file, chosen) : undefined),
    [file, chosen, isAsked],
  );
  useEffect(() => {
    store.change({ lit: verdict && linesOf(verdict) });
  }, [verdict]);
  useEffect(() => () => store.change({ lit: undefined }), []);
  if (chosen === undefined || verdict === undefined) return <p class="hint">{hint}</p>;
  return <Explanation question={chosen} verdict={verdict} file={file} />;
}

/** The verdict with every rule that matched; `undefined` where the question, which a link may bring, is none. */
export function explainQuestion(
  file: RobotsTxt,
  { url, productToken }: Question,
): Verdict | undefined {
  try {
    return file.explain(url, productToken, { all: true });
  } catch {
    return undefined;
  }
}

/** The lines that a verdict is about. */
export function linesOf({ rule, group, matched = [] }: Verdict): LitLines {
  return {
    deciding: rule?.line,
    lost: matched.flatMap(({ line, lost }) => (lost === undefined ? [] : [line])),
    userAgentLines: group?.userAgentLines ?? [],
  };
}
