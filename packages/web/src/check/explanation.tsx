/** The chosen verdict with its reasons: the rule that decides, those that lost and why, and whom the group is for. */
import { knownCrawler, type RobotsTxt, type Verdict } from '@repkit/core';
import { useMessages } from '../state/app-context.js';
import type { Question } from '../state/app-state.js';
import { clauseOf } from './clauses.js';

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
  const crawler = knownCrawler(productToken);
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
                {texts.octets(rule.octets)}
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
