/** The registry of diagnostic codes. */
import { type DiagnosticInfo, lineCodes } from './line-codes.js';

export type { DiagnosticInfo, Severity } from './line-codes.js';

/** All diagnostic codes, in documentation order. */
export const diagnosticCodes = {
  ...lineCodes,
  'duplicate-user-agent': {
    about: 'group',
    severity: 'info',
    clause: 'RFC 9309 2.2.1',
    title: 'Duplicate user-agent line',
    description: 'The group already names the product token.',
    fixable: true,
  },
  'split-group': {
    about: 'group',
    severity: 'warning',
    clause: 'RFC 9309 2.2.1',
    title: 'Split group',
    description: 'The product token has an earlier group, and the two are merged.',
    fixable: false,
  },
  'duplicate-group': {
    about: 'group',
    severity: 'warning',
    clause: 'RFC 9309 2.2.1',
    title: 'Duplicate group',
    description: 'The product token has an earlier group with the same rules.',
    fixable: false,
  },
  'shadowed-group': {
    about: 'group',
    severity: 'error',
    clause: 'RFC 9309 2.2.1',
    title: 'Ignored group',
    description: 'The product token has an earlier group, and this dialect applies only the first.',
    fixable: false,
  },
  'empty-group': {
    about: 'group',
    severity: 'warning',
    clause: 'RFC 9309 2.2.1',
    title: 'Group without rules',
    description: 'The group has no rules and so allows everything, although "*" is restricted.',
    fixable: false,
  },
  'drops-everyones-rules': {
    about: 'group',
    severity: 'info',
    clause: 'RFC 9309 2.2.1',
    title: 'Rules for * not repeated',
    description: 'The group replaces the rules for "*" and allows URLs that they block.',
    fixable: false,
  },
  'rule-never-wins': {
    about: 'rule',
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    title: 'Rule never applies',
    description:
      'Better rules cover every URL it matches. The fix removes a copy within the same group.',
    fixable: true,
  },
  'rule-changes-nothing': {
    about: 'rule',
    severity: 'info',
    clause: 'RFC 9309 2.2.2',
    title: 'Redundant rule',
    description: 'Without the disallow rule the same URLs are still blocked.',
    fixable: false,
  },
  'allow-reopens-nothing': {
    about: 'rule',
    severity: 'info',
    clause: 'RFC 9309 2.2.2',
    title: 'Redundant allow rule',
    description: 'Without the allow rule the same URLs are still allowed.',
    fixable: false,
  },
  'decided-by-tie': {
    about: 'rule',
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    title: 'Decided by a tie',
    description: 'The disallow rule conflicts with an equally specific allow rule, which wins.',
    fixable: false,
  },
  'everything-blocked': {
    about: 'rule',
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    title: 'Everything blocked',
    description: 'All crawlers without their own group are blocked from the whole site.',
    fixable: false,
  },
  'assets-blocked': {
    about: 'rule',
    severity: 'warning',
    clause: "Google's documentation",
    title: 'Assets blocked',
    description: 'Style sheets or scripts are blocked, although pages are allowed.',
    fixable: false,
  },
  'crawlers-disagree': {
    about: 'rule',
    severity: 'info',
    clause: '1996 draft 3.2',
    title: 'Crawlers disagree',
    description:
      'Other parsers interpret the file differently. A warning if Google or RFC 9309 does, unless only escapes in a query differ.',
    fixable: false,
  },
  undecided: {
    about: 'rule',
    severity: 'info',
    clause: 'RFC 9309 2.2.2',
    title: 'Not fully checked',
    description: 'The budget did not suffice for all proofs.',
    fixable: false,
  },
  'unused-ignore': {
    about: 'file',
    severity: 'info',
    clause: 'RFC 9309 2.2',
    title: 'Unused ignore comment',
    description: 'A "repkit-ignore-next-line" comment hides no diagnostic.',
    fixable: false,
  },
  omitted: {
    about: 'file',
    severity: 'warning',
    clause: 'RFC 9309 2.2',
    title: 'More diagnostics omitted',
    description:
      'A code has more than 5,000 diagnostics. The severity is that of the omitted ones.',
    fixable: false,
  },
} as const satisfies Record<string, DiagnosticInfo>;

export type DiagnosticCode = keyof typeof diagnosticCodes;

type CodeAbout<About extends DiagnosticInfo['about']> = {
  [Code in DiagnosticCode]: (typeof diagnosticCodes)[Code]['about'] extends About ? Code : never;
}[DiagnosticCode];

/** Codes about single lines, which `lineDiagnostics` returns. */
export type LineDiagnosticCode = CodeAbout<'line'>;

/** Codes about groups. */
export type GroupDiagnosticCode = CodeAbout<'group'>;

/** Codes about the effect of rules, which is proved. */
export type RuleDiagnosticCode = CodeAbout<'rule'>;
