/** Runs cases against the core. No node:* imports, because browsers run it too. */
import { type ParseOptions, parseRobotsTxt } from '@repkit/core';
import type { Check } from './case.js';

/** Also verifies that all ways to check a URL agree. */
export const checkWithCore: Check = (body, productToken, url, dialect, maxBytes) => {
  const options: ParseOptions = maxBytes === undefined ? { dialect } : { dialect, maxBytes };
  const robotsTxt = parseRobotsTxt(body, options);
  const verdict = robotsTxt.explain(url, productToken);
  const matcher = robotsTxt.matcher(productToken);
  const others = {
    isAllowed: robotsTxt.isAllowed(url, productToken),
    'matcher.isAllowed': matcher.isAllowed(url),
    'matcher.explain': matcher.explain(url).allowed,
    'isAllowed of a fresh parse': parseRobotsTxt(body, options).isAllowed(url, productToken),
  };
  for (const [way, allowed] of Object.entries(others)) {
    if (allowed !== verdict.allowed) {
      throw new Error(`explain says allowed: ${verdict.allowed}, but ${way} says ${allowed}`);
    }
  }
  const answer = { allowed: verdict.allowed, line: verdict.rule?.line ?? 0 };
  const { profile, governed = true } = verdict;
  return profile === undefined ? answer : { ...answer, step: profile.step, governed };
};
