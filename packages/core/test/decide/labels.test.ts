/** Labels, such as `__usage_ai-training`: draft-kelley-rep-namespaces-00 and the training preference signal. */
import { describe, expect, test } from 'vitest';
import { namedTokens } from '../../src/analysis/audience.js';
import { applyFixes, format, lint } from '../../src/analysis.js';
import { type Access, decide, decider, parseRobotsTxt, robotsFile } from '../../src/index.js';
import { preferences } from '../../src/preferences.js';

const LABEL = '__usage_ai-training';
const STAR = 'User-agent: *\nDisallow: /private/\n\n';
const GROUP = `User-agent: ${LABEL}\nDisallow: /art/\n`;
const file = (text: string): Access => ({ kind: 'file', file: robotsFile(text) });

describe.each([
  [STAR + GROUP, LABEL, '/art/1', 'disallowed', 'own-group'],
  [STAR + GROUP, LABEL.toUpperCase(), '/art/1', 'disallowed', 'own-group'],
  [STAR + GROUP, LABEL, '/private/', 'allowed', 'own-group'],
  [STAR, LABEL, '/private/', 'unstated', 'star-ignored'],
  [STAR, LABEL, '/', 'unstated', 'star-ignored'],
  [STAR, LABEL, '/robots.txt', 'unstated', 'star-ignored'],
  [STAR + GROUP, '__usage_search', '/art/1', 'unstated', 'star-ignored'],
  ['', LABEL, '/', 'unstated', 'no-group'],
] as const)('%j, %s, %s: %s', (text, label, url, outcome, step) => {
  test.each(['rfc9309', 'google', 'koster1996', 'yandex'] as const)('%s', (dialect) => {
    const decision = decide(file(text), url, label, { dialect });
    expect(decision).toMatchObject({ outcome, profile: { kind: 'policy-token', step } });
    expect(decision.profile?.source).toContain('draft-kelley-rep-namespaces');
    const site = decider(file(text), label, { dialect });
    expect(site.outcome(url)).toBe(outcome);
    expect(site.outcomeAt(new TextEncoder().encode(url), 0, url.length)).toBe(outcome);
    const robotsTxt = parseRobotsTxt(text, { dialect });
    expect(robotsTxt.isAllowed(url, label)).toBe(outcome === 'allowed');
  });
});

test.each([
  ['unavailable', 'unstated'],
  ['given-up', 'unstated'],
  ['forbidden', 'unstated'],
  ['unreachable', 'unreachable'],
] as const)('a site that is %s: %s', (kind, outcome) => {
  expect(decide({ kind }, '/', LABEL).outcome).toBe(outcome);
  expect(decider({ kind }, LABEL).outcome('/')).toBe(outcome);
});

test.each(['__proto__', '__label', '_usage_ai', 'usage__ai-training', '__'])('%s is not a label, so it follows *', (token) => {
  expect(decide(STAR, '/private/', token).outcome).toBe('disallowed');
  expect(decide(STAR, '/private/', token)).not.toHaveProperty('profile');
});

describe('lint gives no advice about labels, and its fixes and the formatter keep them', () => {
  test.each([
    ['a group for a label', `${STAR}${GROUP}`],
    ['a label that resembles another', `${STAR}User-agent: __usage_ai-traning\nDisallow: /\n`],
    ['a label with the name of a crawler', `${STAR}User-agent: __usage_anthropic-ai\nDisallow: /\n`],
    ['two groups for a label', `${STAR}${GROUP}\nUser-agent: ${LABEL}\nDisallow: /b/\n`],
    ['equal groups for a label', `${STAR}${GROUP}\n${GROUP}`],
    ['the label twice in a group', `${STAR}User-agent: ${LABEL}\n${GROUP}`],
    ['a group without rules', `${STAR}User-agent: ${LABEL}\n`],
    ['a group that allows', `${STAR}User-agent: ${LABEL}\nAllow: /\n`],
    ['a label with a version', `${STAR}User-agent: ${LABEL}/1.0\nDisallow: /\n`],
    ['preferences for *', `User-agent: *\nContent-Signal: ai-train=no\nDisallow: /private/\n\n${GROUP}`],
    ['a permitted use in the group of the label', `${STAR}User-agent: ${LABEL}\nContent-Signal: search=yes\nDisallow: /\n`],
  ])('%s', (_, text) => {
    const robotsTxt = parseRobotsTxt(text);
    const diagnostics = lint(robotsTxt);
    expect(diagnostics).toEqual([]);
    const labels = (body: string) => body.match(/__\S+/g);
    expect(labels(applyFixes(text, diagnostics))).toEqual(labels(text));
    expect(labels(format(robotsTxt).text ?? '')).toEqual(labels(text));
  });

  test('the crawlers that share a group with a label are checked as before', () => {
    const text = `User-agent: ${LABEL}\nUser-agent: anthropic-ai\nDisallow: /\n`;
    expect(lint(parseRobotsTxt(text)).map(({ code }) => code)).toEqual(['former-crawler']);
  });
});

test('a list of crawlers has labels last', () => {
  const robotsTxt = parseRobotsTxt(`${GROUP}\nUser-agent: B\nDisallow: /\n\n${STAR}`);
  expect(namedTokens([robotsTxt])).toEqual(['B', '*', LABEL]);
});

test.each([
  [STAR + GROUP, '/art/1', 'no', [5]],
  [`${STAR}User-agent: ${LABEL}\nDisallow: /\nAllow: /art/\n`, '/art/1', 'yes', [6]],
  [STAR + GROUP, '/b', 'unstated', []],
  [STAR, '/b', 'unstated', []],
  // What may not be fetched has no stated preference.
  [STAR + GROUP, '/private/', 'unstated', []],
] as const)('preferences of %j for %s: %s', (text, url, value, lines) => {
  const { trainingSignal, strictest, access } = preferences(parseRobotsTxt(text), url, 'ExampleBot', { strictest: true });
  const { training } = trainingSignal.categories;
  expect(training?.value).toBe(value);
  expect(training?.statements.map(({ source }) => 'line' in source && source.line)).toEqual(lines);
  expect(strictest?.values.training).toBe(value);
  expect(access.allowed).toBe(url !== '/private/');
  expect([trainingSignal.version.name, trainingSignal.labels.name]).toEqual([
    'draft-kelley-aipref-training-preference-signal-00',
    'draft-kelley-rep-namespaces-00',
  ]);
});
