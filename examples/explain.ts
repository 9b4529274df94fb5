/** Explain a verdict: all matching rules by priority, and why each one lost. */
import { type LossReason, parseRobotsTxt } from '@repkit/core';

const robotsTxt = parseRobotsTxt(`User-agent: ExampleBot
User-agent: OtherBot
Disallow: /shop/
Allow: /shop/*/reviews
Disallow: /shop/books/
Disallow: /blog/
`);

const WHY: Record<LossReason, string> = {
  'fewer-bytes': 'a rule with more bytes matches too',
  'allow-wins-tie': 'an allow rule with as many bytes matches too',
  'later-in-file': 'a rule that decides before it matches too',
};

const verdict = robotsTxt.explain('https://example.com/shop/books/reviews/7', 'ExampleBot', {
  all: true,
});

console.log(`${verdict.target}: ${verdict.allowed ? 'allowed' : 'disallowed'} (${verdict.reason})`);
if (verdict.group !== undefined) {
  const { productToken, userAgentLines } = verdict.group;
  console.log(`group of ${productToken}, named on line ${userAgentLines.join(' and line ')}`);
}
for (const { kind, pattern, bytes, line, lost } of verdict.matched ?? []) {
  const why = lost === undefined ? 'decides' : `loses: ${WHY[lost]}`;
  console.log(`line ${line}: ${kind} ${pattern} (${bytes} bytes) ${why}`);
}

// Prints:
// /shop/books/reviews/7: allowed (rule)
// group of ExampleBot, named on line 1
// line 4: allow /shop/*/reviews (15 bytes) decides
// line 5: disallow /shop/books/ (12 bytes) loses: a rule with more bytes matches too
// line 3: disallow /shop/ (6 bytes) loses: a rule with more bytes matches too
