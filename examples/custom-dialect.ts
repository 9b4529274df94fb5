/** Define a custom dialect and compare its verdicts with those of RFC 9309. */
import { type Dialect, dialects, parseRobotsTxt } from '@repkit/core';

/** RFC 9309 without leniency: no misspelled field names, and no lines without a colon. */
const strict: Dialect = {
  ...dialects.rfc9309,
  name: 'strict',
  fieldNames: {
    ...dialects.rfc9309.fieldNames,
    'user-agent': ['user-agent'],
    allow: ['allow'],
    disallow: ['disallow'],
    sitemap: ['sitemap'],
  },
  missingColon: 'ignored',
};

const body = `User-agent: *
Dissallow: /drafts/
Disallow /private/
Disallow: /admin/
`;

for (const dialect of [dialects.rfc9309, strict]) {
  const matcher = parseRobotsTxt(body, { dialect }).matcher('ExampleBot');
  for (const target of ['/drafts/a', '/private/a', '/admin/a']) {
    const answer = matcher.isTargetAllowed(target) ? 'allowed' : 'disallowed';
    console.log(`${dialect.name}: ${target} is ${answer}`);
  }
}

// Prints:
// rfc9309: /drafts/a is disallowed
// rfc9309: /private/a is disallowed
// rfc9309: /admin/a is disallowed
// strict: /drafts/a is allowed
// strict: /private/a is allowed
// strict: /admin/a is disallowed
