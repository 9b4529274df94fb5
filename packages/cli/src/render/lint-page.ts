/** One page per diagnostic code, for `lint --explain` and docs/lint. */
import { type DialectName, parseRobotsTxt } from '@repkit/core';
import { type DiagnosticCode, diagnosticCodes, lint } from '@repkit/core/analysis';
import { painter, visible } from '../program/terminal.js';
import { LINT_PAGES } from './lint-page-texts.js';
import { lintText } from './lint-text.js';

const SOURCES: readonly (readonly [RegExp, (match: string) => string])[] = [
  [
    /^RFC 9309 ([\d.]+)$/,
    (section) => `https://www.rfc-editor.org/rfc/rfc9309.html#section-${section}`,
  ],
  [/^1996 draft [\d.]+$/, () => 'https://www.robotstxt.org/norobots-rfc.txt'],
  [/^Google's parser$/, () => 'https://github.com/google/robotstxt'],
  [
    /^Google's documentation$/,
    () => 'https://developers.google.com/search/docs/crawling-indexing/robots/intro',
  ],
  [/^sitemaps\.org$/, () => 'https://www.sitemaps.org/protocol.html#submit_robots'],
];

/** Returns the page of a code in Markdown. */
export function lintPage(code: DiagnosticCode): string {
  const { title, description, severity, clause, fixable } = diagnosticCodes[code];
  const { why, example, dialect = 'rfc9309', corrected } = LINT_PAGES[code];
  const source = SOURCES.flatMap(([clauses, url]) => {
    const match = clauses.exec(clause);
    return match === null ? [] : [url(match[1] ?? '')];
  })[0];
  const facts = [
    `severity: ${severity}`,
    `source: ${source === undefined ? clause : `[${clause}](${source})`}`,
    ...(fixable
      ? ['fix: `repkit lint --fix`, or `--fix --unsafe` if it changes verdicts in other dialects']
      : []),
  ];
  const parts = [
    `# \`${code}\`: ${title}`,
    `${description} ${why}`,
    facts.map((fact) => `- ${fact}`).join('\n'),
    ...(example === undefined
      ? []
      : [`${fence(example, 'robots')}\n\n${fence(report(code, example, dialect), 'text')}`]),
    ...(corrected === undefined ? [] : [`Corrected:\n\n${fence(corrected, 'robots')}`]),
    `To accept it, use \`--ignore ${code}\`, or write \`# repkit-ignore-next-line ${code}: reason\` above the line.`,
  ];
  return `${parts.join('\n\n')}\n`;
}

function fence(text: string, language: string): string {
  const lines = text.trimEnd().split('\n').map(visible);
  return `\`\`\`${language}\n${lines.join('\n')}\n\`\`\``;
}

/** Returns what lint prints about the example, without the summary. */
function report(code: DiagnosticCode, example: string, dialect: DialectName): string {
  const robotsTxt = parseRobotsTxt(example, { dialect });
  const diagnostics = lint(robotsTxt).filter((diagnostic) => diagnostic.code === code);
  const file = { name: 'robots.txt', kind: 'file', robotsTxt, diagnostics, fixed: 0 } as const;
  return lintText([file], painter(false)).replace(/\n[^\n]*\n$/, '');
}
