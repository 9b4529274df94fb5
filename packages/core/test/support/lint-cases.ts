/** For every code about groups and rules a body that has it, once, and bodies that differ little and do not. */

import type { DialectName } from '../../src/dialect.js';
import type { DiagnosticCode, LineDiagnosticCode, Severity } from '../../src/lint/codes.js';
import type { LintOptions } from '../../src/lint/lint.js';

export interface LintCase {
  readonly body: string;
  readonly dialect?: DialectName;
  readonly options?: LintOptions;
  readonly severity: Severity;
  readonly clause: string;
  readonly message: string;
  /** The lines of the span, and of the related ones. */
  readonly lines: readonly [number, ...number[]];
  readonly witness?: string;
  /** The body with all of its fixes applied, where the diagnostic has one. */
  readonly fixed?: string;
  readonly without: readonly string[];
}

export const lintCases: Readonly<Record<Exclude<DiagnosticCode, LineDiagnosticCode>, LintCase>> = {
  'duplicate-user-agent': {
    body: 'User-agent: a\nUser-agent: b\nUser-agent: A # again\nDisallow: /x\n',
    severity: 'info',
    clause: 'RFC 9309 2.2.1',
    message: '"A" is named by line 1 of the group already.',
    lines: [3, 1],
    fixed: 'User-agent: a\nUser-agent: b\n# again\nDisallow: /x\n',
    without: ['User-agent: a\nUser-agent: ab\nDisallow: /x\n'],
  },
  'split-group': {
    body: 'User-agent: a\nDisallow: /x\n\nUser-agent: b\nUser-agent: A\nDisallow: /y\n',
    severity: 'warning',
    clause: 'RFC 9309 2.2.1',
    message:
      '"A" has a group on line 1 already; the two are merged here, but some crawlers read only one of them.',
    lines: [5, 1],
    without: [
      'User-agent: a\nDisallow: /x\n\nUser-agent: b\nDisallow: /y\n',
      'User-agent: a\nDisallow: /x\n\nUser-agent: a\nDisallow: /x\n',
    ],
  },
  'duplicate-group': {
    body: 'User-agent: a\nDisallow: /x\nAllow: /\n\nUser-agent: a\nAllow: /\nDisallow: /%78\n',
    severity: 'warning',
    clause: 'RFC 9309 2.2.1',
    message: '"a" has a group on line 1 already, and this one only repeats rules.',
    lines: [5, 1],
    without: ['User-agent: a\nDisallow: /x\n\nUser-agent: a\nAllow: /x\n'],
  },
  'shadowed-group': {
    body: 'User-agent: *\nDisallow: /x\n\nUser-agent: *\nDisallow: /y\n',
    dialect: 'draft-koster-rep-00',
    severity: 'error',
    clause: 'RFC 9309 2.2.1',
    message:
      '"*" has a group on line 1 already, and only the first is read; this one says nothing about it.',
    lines: [4, 1],
    without: ['User-agent: a\nDisallow: /x\n\nUser-agent: a\nDisallow: /y\n'],
  },
  'empty-group': {
    body: 'User-agent: *\nDisallow: /x\n\nUser-agent: a\nCrawl-delay: 1\n',
    severity: 'warning',
    clause: 'RFC 9309 2.2.1',
    message: 'The group of "a" has no rule, so everything is allowed there, while "*" has some.',
    lines: [4, 1],
    without: [
      'User-agent: *\nDisallow: /x\n\nUser-agent: a\nDisallow:\n',
      'User-agent: *\nAllow: /x\n\nUser-agent: a\n',
      'User-agent: b\nDisallow: /x\n\nUser-agent: a\n',
      'User-agent: a\nUser-agent: *\nDisallow: /x\n',
    ],
  },
  'drops-everyones-rules': {
    body: 'User-agent: *\nDisallow: /x\nDisallow: /y\n\nUser-agent: a\nDisallow: /x\n',
    severity: 'info',
    clause: 'RFC 9309 2.2.1',
    message:
      'The group of "a" does not add to that of "*" but replaces it: "Disallow: /y" on line 3 is not for it, and "/y" is allowed.',
    lines: [5, 3],
    witness: '/y',
    without: [
      'User-agent: *\nDisallow: /x\n\nUser-agent: a\nDisallow: /x\n',
      'User-agent: *\nDisallow: /x\n\nUser-agent: a\nDisallow: /\n',
      'User-agent: *\nDisallow: /x\n\nUser-agent: a\nDisallow:\n',
      'User-agent: *\nDisallow: /\n\nUser-agent: a\nDisallow: /x\n',
      'User-agent: *\nDisallow: /x\nDisallow: /y\n\nUser-agent: a\nDisallow: /*x\nDisallow: /y\n',
    ],
  },
  'rule-never-wins': {
    body: 'User-agent: *\nDisallow: /x\nDisallow: /y\nDisallow: /x # again\n',
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    message:
      '"Disallow: /x" never decides about a URL, because line 2 decides about all that it matches.',
    lines: [4, 2],
    fixed: 'User-agent: *\nDisallow: /x\nDisallow: /y\n# again\n',
    without: [
      'User-agent: *\nDisallow: /x\nDisallow: /xy\n',
      'User-agent: a\nDisallow: /x\n\nUser-agent: b\nDisallow: /x\n',
    ],
  },
  'rule-changes-nothing': {
    body: 'User-agent: *\nDisallow: /x\nDisallow: /x/y\n',
    severity: 'info',
    clause: 'RFC 9309 2.2.2',
    message:
      '"Disallow: /x/y" changes nothing: what it decides about, such as "/x/y", is blocked without it.',
    lines: [3],
    witness: '/x/y',
    without: [
      'User-agent: *\nDisallow: /x\nAllow: /x/\nDisallow: /x/y\n',
      'User-agent: a\nDisallow: /x\n\nUser-agent: a\nUser-agent: b\nDisallow: /x/y\n',
    ],
  },
  'allow-reopens-nothing': {
    body: 'User-agent: *\nDisallow: /x\nAllow: /y\n',
    severity: 'info',
    clause: 'RFC 9309 2.2.2',
    message: '"Allow: /y" opens nothing: what it matches, such as "/y", is allowed without it.',
    lines: [3],
    witness: '/y',
    without: [
      'User-agent: *\nDisallow: /x\nAllow: /x/y\n',
      'User-agent: *\nAllow: /\n',
      'User-agent: *\nDisallow: /*l$\nAllow: /yyyy\n',
    ],
  },
  'decided-by-tie': {
    body: 'User-agent: *\nDisallow: /x/y*\nAllow: /*/yz\n',
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    message:
      '"Disallow: /x/y*" and "Allow: /*/yz" on line 3 contradict each other about "/x/yz", and are equally specific; the allow wins.',
    lines: [2, 3],
    witness: '/x/yz',
    without: [
      'User-agent: *\nDisallow: /x/y\nAllow: /x/z\n',
      'User-agent: *\nDisallow: /x\nAllow: /x/y\n',
      'User-agent: a\nDisallow: /x\n\nUser-agent: b\nAllow: /x\n',
    ],
  },
  'everything-blocked': {
    body: 'User-agent: *\nDisallow: /\n',
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    message: '"Disallow: /" blocks the whole site for every crawler that has no group of its own.',
    lines: [2],
    witness: '/',
    without: [
      'User-agent: *\nDisallow: /\nAllow: /$\n',
      'User-agent: *\nDisallow: /\nAllow: /x\n',
      'User-agent: a\nDisallow: /\n',
      'User-agent: *\nDisallow: /*/\n',
    ],
  },
  'assets-blocked': {
    body: 'User-agent: *\nDisallow: /js/\n',
    severity: 'warning',
    clause: "Google's documentation",
    message:
      '"Disallow: /js/" blocks "/js/main.js", which crawlers need to see pages as people do.',
    lines: [2],
    witness: '/js/main.js',
    without: [
      'User-agent: *\nDisallow: /js/\nAllow: /*.js$\nAllow: /*.css$\n',
      'User-agent: *\nDisallow: /\n',
      'User-agent: *\nDisallow: /private/\n',
      'User-agent: *\nDisallow: /themes/readme.txt\n',
    ],
  },
  'crawlers-disagree': {
    body: 'User-agent: *\nAllow: /\nDisallow: /x\n',
    severity: 'info',
    clause: '1996 draft 3.2',
    message:
      '"/x" is blocked for everyone else as it is read here, but allowed as it is read by readers of the draft of 1996 and libraries that take the first rule that matches.',
    lines: [3, 2],
    witness: '/x',
    without: ['User-agent: *\nDisallow: /x\nAllow: /\n'],
  },
  undecided: {
    body: 'User-agent: *\nDisallow: /x\nAllow: /*y\n',
    options: { budget: 10 },
    severity: 'info',
    clause: 'RFC 9309 2.2.2',
    message:
      'Lint could not prove everything about the rules within its budget of steps; raise the budget to check the rest.',
    lines: [1],
    without: [],
  },
  omitted: {
    body: 'x\n'.repeat(5_003),
    severity: 'warning',
    clause: 'RFC 9309 2.2',
    message:
      'Only the first 5000 diagnostics with the code "not-a-record" are listed; 3 more are omitted.',
    lines: [5_001],
    without: ['x\n'.repeat(5_000)],
  },
};
