/** Verdicts for lists of URLs and crawlers, and the explanation of a single one. */
import { type DialectName, decider, dialects } from '@repkit/core';
import { summarize } from './audiences.js';
import { type CheckRequest, type CheckResult, type ExplainRequest, type Explanation, OUTCOMES } from './requests.js';
import { accessOf, crawlerOf } from './site.js';
import { readUrls } from './urls.js';

/** O(length of all URLs × number of product tokens). */
export function check(request: CheckRequest): CheckResult {
  const { robotsTxt, dialect, productTokens, isBlocked, source } = request;
  const { urls, invalidUrls } = readUrls(request.urls);
  const access = accessOf(robotsTxt, isBlocked);
  const width = productTokens.length;
  const outcomes = new Uint8Array(urls.length * width);
  const lines = new Uint32Array(urls.length * width);
  for (const [column, token] of productTokens.entries()) {
    const site = decider(access, crawlerOf(token), { dialect });
    for (const [row, url] of urls.entries()) {
      const at = row * width + column;
      const { outcome, verdict } = site.decide(url);
      outcomes[at] = OUTCOMES.indexOf(outcome);
      lines[at] = verdict?.rule?.line ?? 0;
    }
  }
  const audiences = access.kind === 'file' ? summarize(access.file, urls, dialect) : [];
  return { source, urls, invalidUrls, productTokens, outcomes, lines, audiences };
}

/** Returns undefined for an invalid check from a link, and without a file. */
export function explain(request: ExplainRequest): Explanation | undefined {
  const { robotsTxt, isBlocked } = request;
  const { url, productToken } = request.check;
  const crawler = crawlerOf(productToken);
  const access = accessOf(robotsTxt, isBlocked);
  try {
    const site = decider(access, crawler, { dialect: request.dialect });
    const decision = site.decide(url, { all: true });
    if (decision.outcome === 'unreachable' || decision.verdict === undefined) return undefined;
    const { verdict } = decision;
    const differing = (Object.keys(dialects) as DialectName[]).filter(
      (name) => decider(access, crawler, { dialect: name }).matcher.isAllowed(url) !== verdict.allowed,
    );
    return {
      check: request.check,
      decision,
      verdict,
      dialect: site.dialect.name,
      isInOrder: site.dialect.precedence === 'first-in-file',
      differing,
    };
  } catch {
    return undefined;
  }
}
