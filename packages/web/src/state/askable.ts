/** What can be asked: what core takes, tried out, so that the page has no second notion of it. */
import { parseRobotsTxt } from '@repkit/core';

/** In the strictest of the dialects: what can be asked here can be asked in all of them. */
const NO_RULES = parseRobotsTxt('');

/** Whether core takes the question; for one that is none it throws. Linear in the texts. */
export function isAskable(url: string, productToken = '*'): boolean {
  try {
    return NO_RULES.isAllowed(url, productToken);
  } catch {
    return false;
  }
}
