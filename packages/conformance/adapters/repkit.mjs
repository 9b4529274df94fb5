/** Core of repkit, under the dialect that each case names. */
import { createInterface } from 'node:readline';
import { appliedProfile, isGoverned, matcherFor, parseRobotsTxt } from '@repkit/core';
import { crawlerProfile } from '@repkit/core/crawlers';

/** @param {Record<string, any>} request */
function answer({ body, body_b64: bytes, token, crawler, url, dialect, max_bytes: maxBytes, input }) {
  if (dialect === undefined || input !== undefined) return { unsupported: true };
  const text = bytes === undefined ? body : Buffer.from(bytes, 'base64');
  const robotsTxt = parseRobotsTxt(text, { dialect, ...(maxBytes && { maxBytes }) });
  const asked = token ?? crawlerProfile(crawler);
  const { allowed, rule } = matcherFor(robotsTxt, asked).explain(url);
  const step = appliedProfile(robotsTxt, asked)?.step;
  return { allowed, line: rule?.line ?? 0, ...(step && { step, governed: isGoverned(asked) }) };
}

for await (const line of createInterface({ input: process.stdin })) {
  try {
    console.log(JSON.stringify(answer(JSON.parse(line))));
  } catch (error) {
    console.log(JSON.stringify({ error: String(error) }));
  }
}
