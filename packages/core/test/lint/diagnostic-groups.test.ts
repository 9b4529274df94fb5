import { expect, test } from 'vitest';
import { groupDiagnostics, lint } from '../../src/analysis.js';
import { parseRobotsTxt } from '../../src/index.js';

const groups = (lines: readonly string[]) =>
  groupDiagnostics(lint(parseRobotsTxt(lines.join('\n')))).map(
    ({ code, severity, diagnostics }) => `${severity} ${code} ${diagnostics.map(({ span }) => span.line).join()}`,
  );

test('redundant rules are grouped by the rule that covers them', () => {
  const rules = ['/a', '/a/b', '/c', '/c/x', '/a/b/c', '/c/y'].map((path) => `Disallow: ${path}`);
  expect(groups(['User-agent: *', ...rules])).toEqual(['info rule-changes-nothing 3,6', 'info rule-changes-nothing 5,7']);
});

test('errors come first, and findings with another message stay alone', () => {
  const lines = ['Noindex: /', 'User-agent: *', 'Noindex: /a', 'Disallow: a', 'Disallow: b'];
  expect(groups(lines)).toEqual(['error unusable-path 4', 'error unusable-path 5', 'warning noindex 1,3']);
});
