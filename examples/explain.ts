/** Why: every rule that matches, in order of priority, and the reason why the losers lost. */
import { type LossReason, parseRobotsTxt } from '@repkit/core';

const robotsTxt = parseRobotsTxt(`User-agent: ExampleBot
User-agent: OtherBot
Disallow: /shop/
Allow: /shop/*/reviews
Disallow: /shop/books/
Disallow: /blog/
`);

const WHY: Record<LossReason, string> = {
  'fewer-octets': 'a rule with more octets matches too',
  'allow-wins-tie': 'an allow rule with as many octets matches too',
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
for (const { kind, pattern, octets, line, lost } of verdict.matched ?? []) {
  const why = lost === undefined ? 'decides' : `loses: ${WHY[lost]}`;
  console.log(`line ${line}: ${kind} ${pattern} (${octets} octets) ${why}`);
}

// Prints:
// /shop/books/reviews/7: allowed (rule)
// group of ExampleBot, named on line 1
// line 4: allow /shop/*/reviews (15 octets) decides
// line 5: disallow /shop/books/ (12 octets) loses: a rule with more octets matches too
// line 3: disallow /shop/ (6 octets) loses: a rule with more octets matches too
