/** Runs cases against the core. No node:* imports, because browsers run it too. */
import { appliedProfile, isGoverned, matcherFor, type ParseOptions, parseRobotsTxt } from '@repkit/core';
import type { Check } from './case.js';

/** Also verifies that all ways to check a URL agree. */
export const checkWithCore: Check = (body, productToken, url, dialect, maxBytes) => {
  const options: ParseOptions = maxBytes === undefined ? { dialect } : { dialect, maxBytes };
  const robotsTxt = parseRobotsTxt(body, options);
  const matcher = matcherFor(robotsTxt, productToken);
  const verdict = matcher.explain(url);
  const verdicts = {
    isAllowed: matcher.isAllowed(url),
    'isAllowed of a fresh parse': matcherFor(parseRobotsTxt(body, options), productToken).isAllowed(url),
  };
  for (const [way, allowed] of Object.entries(verdicts)) {
    if (allowed !== verdict.allowed) {
      throw new Error(`explain says allowed: ${verdict.allowed}, but ${way} says ${allowed}`);
    }
  }
  const answer = { allowed: verdict.allowed, line: verdict.rule?.line ?? 0 };
  const profile = appliedProfile(robotsTxt, productToken);
  if (profile === undefined) return answer;
  return { ...answer, step: profile.step, governed: isGoverned(productToken) };
};
