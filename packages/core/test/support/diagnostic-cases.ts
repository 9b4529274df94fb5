/** For every code of a diagnostic a body that has it, once, and where. */
import type { DiagnosticCode, Severity } from '../../src/analyse/diagnostic.js';
import type { DialectName } from '../../src/dialect.js';
import type { Span } from '../../src/verdict.js';
import { octets } from './make.js';

export interface DiagnosticCase {
  readonly body: string | Uint8Array;
  readonly dialect?: DialectName;
  readonly severity: Severity;
  readonly clause: string;
  readonly message: string;
  /** start, end, line, column, endColumn. */
  readonly span: readonly [number, number, number, number, number];
  /** A body that differs little and does not have it. */
  readonly without: string | Uint8Array;
}

const HEAD = 'user-agent: *\n';
const LIMIT = 512_000;
const LONGEST = 16_663;

export const diagnosticCases: Readonly<Record<DiagnosticCode, DiagnosticCase>> = {
  'byte-order-mark': {
    body: '\uFEFFuser-agent: *\nallow: /\uFEFF',
    severity: 'info',
    clause: 'RFC 9309 2.3',
    message:
      'The file begins with a byte-order mark; it is skipped here, but not by every crawler.',
    span: [0, 17, 1, 1, 14],
    without: 'user-agent: *\nallow: /\uFEFF',
  },
  'not-utf-8': {
    body: octets(`${HEAD}allow: /b\xFCcher`),
    severity: 'warning',
    clause: 'RFC 9309 2.3',
    message: 'The line is not UTF-8; its octets are compared as they are.',
    span: [14, 28, 2, 1, 15],
    without: `${HEAD}allow: /bücher\uFFFD`,
  },
  'over-parsing-limit': {
    body: `${HEAD}#${'x'.repeat(LIMIT)}\n`,
    severity: 'error',
    clause: 'RFC 9309 2.5',
    message: 'The file is over the parsing limit; nothing from here on is read.',
    span: [14, 14 + LIMIT + 2, 2, 1, 1],
    without: `${HEAD}#${'x'.repeat(LIMIT - 15)}`,
  },
  'line-too-long': {
    body: `${HEAD}allow: /${'x'.repeat(LONGEST)}`,
    dialect: 'google',
    severity: 'error',
    clause: "Google's parser",
    message: 'The line is longer than 16663 octets; the rest of it is not read.',
    span: [14, 14 + 8 + LONGEST, 2, 1, 9 + LONGEST],
    without: `${HEAD}allow: /${'x'.repeat(LONGEST - 8)}\r\n`,
  },
  'control-character': {
    body: `${HEAD}allow: /a\x7F`,
    severity: 'warning',
    clause: 'RFC 9309 2.2',
    message: 'The line holds a control character.',
    span: [14, 24, 2, 1, 11],
    without: `\t${HEAD}allow:\t/a\r\n`,
  },
  'unknown-field': {
    body: `${HEAD}frob: x`,
    severity: 'info',
    clause: 'RFC 9309 2.2.4',
    message: 'The field "frob" is not known; the line is ignored.',
    span: [14, 18, 2, 1, 5],
    without: `${HEAD}host: x`,
  },
  'misspelt-field': {
    body: `${HEAD}Dissallow: /`,
    severity: 'warning',
    clause: 'RFC 9309 2.2',
    message: '"Dissallow" is read as disallow here, but not by every crawler.',
    span: [14, 23, 2, 1, 10],
    without: `${HEAD}DISALLOW: /`,
  },
  'missing-colon': {
    body: `${HEAD}disallow /`,
    severity: 'warning',
    clause: 'RFC 9309 2.2',
    message:
      'The colon after the field is missing; the line is read all the same here, but not by every crawler.',
    span: [14, 24, 2, 1, 11],
    without: `${HEAD}disallow : /`,
  },
  'not-a-record': {
    body: `${HEAD}prose of words\n`,
    severity: 'warning',
    clause: 'RFC 9309 2.2',
    message: 'The line is neither a record nor a comment; it is ignored.',
    span: [14, 29, 2, 1, 15],
    without: `${HEAD}# prose of words\n \n`,
  },
  'unusable-product-token': {
    body: `user-agent: *foo\n${HEAD}`,
    severity: 'error',
    clause: 'RFC 9309 2.2.1',
    message: '"*foo" is no product token; the line names nobody.',
    span: [12, 16, 1, 13, 17],
    without: `user-agent: * foo\n${HEAD}`,
  },
  'rule-outside-group': {
    body: `allow: /\n${HEAD}`,
    severity: 'error',
    clause: 'RFC 9309 2.2.1',
    message:
      'The rule belongs to no group, because no user-agent line is before it; it is ignored.',
    span: [0, 9, 1, 1, 9],
    without: `sitemap: http://h/\n${HEAD}allow: /`,
  },
  'unusable-path': {
    body: `${HEAD}allow: é/fish`,
    severity: 'error',
    clause: 'RFC 9309 2.2.2',
    message: '"é/fish" does not begin with "/"; the rule matches nothing.',
    span: [21, 28, 2, 8, 14],
    without: `${HEAD}allow: *fish\nallow:\nallow: /fish`,
  },
  'sitemap-not-absolute': {
    body: `${HEAD}sitemap: /s.xml # x`,
    severity: 'warning',
    clause: 'sitemaps.org',
    message: '"/s.xml" is no absolute URL; crawlers cannot follow it.',
    span: [23, 29, 2, 10, 16],
    without: `${HEAD}sitemap: http://h/s.xml # x`,
  },
  'crawl-delay-not-a-number': {
    body: `${HEAD}crawl-delay: 1s`,
    severity: 'warning',
    clause: 'RFC 9309 2.2.4',
    message: '"1s" is no number of seconds.',
    span: [27, 29, 2, 14, 16],
    without: `${HEAD}crawl-delay: 1`,
  },
};

export function spanOf([start, end, line, column, endColumn]: DiagnosticCase['span']): Span {
  return { start, end, line, column, endColumn };
}
