/** Validates lists of URLs and checks. */
import { parseRobotsTxt } from '@repkit/core';

/** In the strictest dialect: a URL that is valid here is valid in all dialects. */
const NO_RULES = parseRobotsTxt('');

/** Whether core accepts the URL and product token; it throws for invalid ones. */
export function isValidCheck(url: string, productToken = '*'): boolean {
  try {
    return NO_RULES.explain(url, productToken).allowed;
  } catch {
    return false;
  }
}

/**
 * Returns the distinct URLs of a text in order, valid in every dialect, and the lines that are not URLs. Ignores blank lines
 * and surrounding white space.
 */
export function readUrls(text: string) {
  const urls = new Set<string>();
  const invalidUrls: string[] = [];
  for (const line of text.split(/\r\n?|\n/)) {
    const url = line.trim();
    if (url === '') continue;
    if (isValidCheck(url)) urls.add(url);
    else invalidUrls.push(url);
  }
  return { urls: [...urls], invalidUrls };
}
