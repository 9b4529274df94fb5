/** For each code about lines: a body with exactly one such diagnostic, and its position. */

import type { DialectName } from '../../src/dialect/dialect.js';
import type { Severity } from '../../src/lint/checks/check.js';
import type { LineDiagnosticCode } from '../../src/lint/checks/index.js';
import type { Span } from '../../src/syntax/span.js';
import { bytes } from './make.js';

export interface DiagnosticCase {
  readonly body: string | Uint8Array;
  readonly dialect?: DialectName;
  readonly severity: Severity;
  readonly clause: string;
  readonly message: string;
  /** start, end, line, column, endColumn. */
  readonly span: readonly [number, number, number, number, number];
  /** The body after applying the fix, if there is one. */
  readonly fixed?: string;
  /** A similar body without the diagnostic. */
  readonly without: string | Uint8Array;
}

const HEAD = 'user-agent: *\n';
const LIMIT = 512_000;
const LONGEST = 16_663;

export const lineCases: Readonly<Partial<Record<LineDiagnosticCode, DiagnosticCase>>> = {
  html: {
    body: '\n<!DOCTYPE html>\n<p>user-agent: *\n</p>\n',
    severity: 'error',
    clause: 'RFC 9309 2.3',
    message: 'The file is an HTML page, not a robots.txt, so crawlers ignore nearly all of it. Serve plain text at /robots.txt.',
    span: [0, 1, 1, 1, 1],
    without: `# <!doctype html>\n${HEAD}`,
  },
  json: {
    body: '{\n  "user-agent": "*"\n}\n',
    severity: 'error',
    clause: 'RFC 9309 2.2',
    message: 'The file is JSON, not a robots.txt, so crawlers ignore nearly all of it. Serve plain text at /robots.txt.',
    span: [0, 2, 1, 1, 2],
    without: `# {}\n${HEAD}`,
  },
  binary: {
    body: bytes(`\x1f\x8b\x08${'\0'.repeat(5)}\x02\x03K-N-\xd2MLO\n\xc2\xe5r\xc9,\0\xff`),
    severity: 'error',
    clause: 'RFC 9309 2.3',
    message: 'The file is a binary file, not a robots.txt, so crawlers ignore nearly all of it. Serve plain text at /robots.txt.',
    span: [0, 19, 1, 1, 19],
    without: `\x1f${HEAD}\0\0\0\0\0\0\0\0`,
  },
  'byte-order-mark': {
    body: '\uFEFFuser-agent: *\nallow: / #\uFEFF',
    severity: 'info',
    clause: 'RFC 9309 2.3',
    message: 'The file starts with a byte-order mark. Crawlers that do not skip it misread the first line. Remove it.',
    span: [0, 17, 1, 1, 14],
    fixed: 'user-agent: *\nallow: / #\uFEFF',
    without: 'user-agent: *\nallow: / #\uFEFF',
  },
  'not-utf-8': {
    body: bytes(`${HEAD}#low: /b\xFCcher`),
    severity: 'warning',
    clause: 'RFC 9309 2.3',
    message: 'This line is not valid UTF-8. Its bytes are compared as written. Save the file as UTF-8.',
    span: [14, 27, 2, 1, 14],
    without: `${HEAD}#allow: /bücher\uFFFD`,
  },
  'over-parsing-limit': {
    body: `${HEAD}#${'x'.repeat(LIMIT)}\n`,
    severity: 'error',
    clause: 'RFC 9309 2.5',
    message: 'The file exceeds the parsing limit, so nothing from here on is read. Shorten the file.',
    span: [14, 14 + LIMIT + 2, 2, 1, 1],
    without: `${HEAD}#${'x'.repeat(LIMIT - 15)}`,
  },
  'line-too-long': {
    body: `${HEAD}allow: /${'x'.repeat(LONGEST)}`,
    dialect: 'google',
    severity: 'error',
    clause: "Google's parser",
    message: 'This line exceeds 16663 bytes, and the rest of it is ignored. Shorten the line.',
    span: [14, 14 + 8 + LONGEST, 2, 1, 9 + LONGEST],
    without: `${HEAD}allow: /${'x'.repeat(LONGEST - 8)}\r\n`,
  },
  'control-character': {
    body: `${HEAD}#low: /a\x7F`,
    severity: 'warning',
    clause: 'RFC 9309 2.2',
    message: 'This line contains a control character. Remove it or, in a path, write it as %XX.',
    span: [14, 23, 2, 1, 10],
    without: `\t${HEAD}allow:\t/a\r\n`,
  },
  'unknown-field': {
    body: `${HEAD}frob: x`,
    severity: 'info',
    clause: 'RFC 9309 2.2.4',
    message: 'Unknown field "frob". Crawlers ignore this line.',
    span: [14, 18, 2, 1, 5],
    without: `${HEAD}host: x`,
  },
  'misspelt-field': {
    body: `${HEAD}Dissallow: /`,
    severity: 'warning',
    clause: 'RFC 9309 2.2',
    message: `Unknown field "Dissallow". Google's crawlers and the dialect rfc9309 read it as "Disallow"; crawlers that compare whole names (koster1996) ignore this line. Did you mean "Disallow"?`,
    span: [14, 23, 2, 1, 10],
    fixed: `${HEAD}Disallow: /`,
    without: `${HEAD}DISALLOW: /`,
  },
  'missing-colon': {
    body: `${HEAD}disallow /`,
    severity: 'warning',
    clause: 'RFC 9309 2.2',
    message: `The colon after the field name is missing. Google's crawlers and the dialect rfc9309 accept that; crawlers that need the colon (koster1996) ignore this line. Add ":".`,
    span: [14, 24, 2, 1, 11],
    fixed: `${HEAD}disallow: /`,
    without: `${HEAD}disallow : /`,
  },
  'not-a-record': {
    body: `${HEAD}prose of words\n`,
    severity: 'warning',
    clause: 'RFC 9309 2.2',
    message: 'This line is not of the form "Field: value", so crawlers ignore it. Start comments with "#".',
    span: [14, 29, 2, 1, 15],
    without: `${HEAD}# prose of words\n \n`,
  },
  'unusable-product-token': {
    body: `user-agent: *foo\n${HEAD}`,
    severity: 'error',
    clause: 'RFC 9309 2.2.1',
    message: '"*foo" is not a product token, so this line matches no crawler. Write a name such as "Googlebot", or "*".',
    span: [12, 16, 1, 13, 17],
    without: `user-agent: * foo\n${HEAD}`,
  },
  'rule-outside-group': {
    body: `allow: /\n${HEAD}`,
    severity: 'error',
    clause: 'RFC 9309 2.2.1',
    message: 'No user-agent line precedes this rule, so crawlers ignore it. Add one, such as "User-agent: *".',
    span: [0, 9, 1, 1, 9],
    without: `sitemap: http://h/\n${HEAD}allow: /`,
  },
  'unusable-path': {
    body: `${HEAD}allow: é/fish`,
    severity: 'error',
    clause: 'RFC 9309 2.2.2',
    message: '"é/fish" does not start with "/", so this rule matches nothing. Did you mean "/é/fish"?',
    span: [21, 28, 2, 8, 14],
    without: `${HEAD}allow: *fish\nallow:\nallow: /fish`,
  },
  noindex: {
    body: `${HEAD}noindex: /a`,
    severity: 'warning',
    clause: 'RFC 9309 2.2.4',
    message:
      'Crawlers ignore Noindex in robots.txt. Use a robots meta element or an X-Robots-Tag header, and allow crawling of the page, or they never see it.',
    span: [14, 21, 2, 1, 8],
    without: `${HEAD}# noindex: /a`,
  },
  'product-token-cut': {
    body: `user-agent: GPTBot/2.1\n${HEAD}`,
    severity: 'warning',
    clause: 'RFC 9309 2.2.1',
    message: 'Most crawlers read only "GPTBot" of "GPTBot/2.1". Write one product token per line, without a version.',
    span: [12, 22, 1, 13, 23],
    fixed: `user-agent: GPTBot\n${HEAD}`,
    without: `user-agent: GPTBot # 2.1\n${HEAD}`,
  },
  'url-as-path': {
    body: `${HEAD}allow: http://h/a`,
    severity: 'error',
    clause: 'RFC 9309 2.2.2',
    message:
      '"http://h/a" is not a path, so crawlers ignore this rule. Rules for another host belong in that host\'s own robots.txt. If it is about this host, write "/a".',
    span: [21, 31, 2, 8, 18],
    without: `${HEAD}allow: /?u=http://h/a`,
  },
  'star-without-slash': {
    body: `${HEAD}disallow: *`,
    severity: 'info',
    clause: 'RFC 9309 2.2.2',
    message:
      '"*" starts with "*". Some crawlers ignore paths that do not start with "/". For the others, it applies to every URL.',
    span: [24, 25, 2, 11, 12],
    fixed: `${HEAD}disallow: /`,
    without: `${HEAD}disallow: /*`,
  },
  'wildcard-as-itself': {
    body: `${HEAD}disallow: /a*`,
    dialect: 'koster1996',
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    message: '"*" and "$" are not wildcards in this dialect. "/a*" matches only URLs that contain them literally.',
    span: [24, 27, 2, 11, 14],
    without: `${HEAD}disallow: /a$b`,
  },
  'dollar-not-last': {
    body: `${HEAD}disallow: /us$/a$`,
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    message: '"$" marks the end of a URL only as the last character. In "/us$/a$" it is an ordinary character.',
    span: [24, 31, 2, 11, 18],
    without: `${HEAD}disallow: /us/a$`,
  },
  'regular-expression': {
    body: `${HEAD}disallow: /(a|b)$`,
    dialect: 'google',
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    message: '"/(a|b)$" looks like a regular expression, which crawlers do not support. Only "*" and a final "$" are special.',
    span: [24, 31, 2, 11, 18],
    without: `${HEAD}disallow: /(a)b$`,
  },
  'unlikely-path': {
    body: `${HEAD}allow: /a%2520b`,
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    message: '"/a%2520b" matches only URLs that are escaped twice. Did you mean "/a%20b"?',
    span: [21, 29, 2, 8, 16],
    without: `${HEAD}allow: /a%20b`,
  },
  'hash-in-path': {
    body: `${HEAD}disallow: /a#b`,
    severity: 'warning',
    clause: 'RFC 9309 2.2',
    message: '"#" starts a comment, so the path ends before it. If "#" is part of the path, write "%23".',
    span: [26, 28, 2, 13, 15],
    without: `${HEAD}disallow: /a #b\nallow:#b`,
  },
  'too-many-stars': {
    body: `${HEAD}disallow: /*a*b*c*d*e*f*g*h*i=%2F`,
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    message:
      'More than 8 "*" in "/*a*b*c*d*e*f*g*h*i=%2F" precede an escape. Only the first 8 can match the "?" of a URL, so the rule may miss URLs. Use fewer "*".',
    span: [24, 47, 2, 11, 34],
    without: `${HEAD}disallow: /*a*b*c*d*e*f*g*h=%2F\ndisallow: /*a*b*c*d*e*f*g*h*i=%3A\ndisallow: /*a?*b*c*d*e*f*g*h*i=%2F\ndisallow: /*********a=%2F`,
  },
  'dot-segment': {
    body: `${HEAD}disallow: /a/../b`,
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    message:
      '"/a/../b" contains a "." or ".." segment. Clients remove these from URLs, so this rule matches nothing. Remove the segment.',
    span: [24, 31, 2, 11, 18],
    without: `${HEAD}disallow: /a/..b/c\ndisallow: /?/../\ndisallow: /*/../`,
  },
  'unencoded-bytes': {
    body: `${HEAD}disallow: /é|%`,
    severity: 'info',
    clause: 'RFC 9309 2.2.2',
    message: '"/é|%" contains characters that are percent-encoded in URLs. Write them as %XX.',
    span: [24, 29, 2, 11, 15],
    fixed: `${HEAD}disallow: /%C3%A9%7C%25`,
    without: `${HEAD}disallow: /%C3%A9%7c%25`,
  },
  'text-after-path': {
    body: `${HEAD}disallow: /admin /cart`,
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    message:
      'Crawlers treat "/admin /cart" as one path with spaces, so this rule matches none of the 2 paths. Write one rule per path.',
    span: [24, 36, 2, 11, 23],
    without: `${HEAD}disallow: /admin%20/cart # c`,
  },
  'field-in-path': {
    body: `${HEAD}disallow: /a  Sitemap: https://h/s`,
    severity: 'warning',
    clause: 'RFC 9309 2.2',
    message:
      '"Sitemap: https://h/s" is part of the path here, so crawlers do not see it as a record, and the rule matches other URLs than intended. Move it to its own line.',
    span: [24, 48, 2, 11, 35],
    without: `${HEAD}disallow: /wiki/Sitemap:a`,
  },
  'template-in-path': {
    body: `${HEAD}disallow: /{{ path }}/`,
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    message:
      '"/{{ path }}/" contains a template placeholder, which crawlers compare literally, so the rule matches no page. Write the final path; "*" stands for any text.',
    span: [24, 36, 2, 11, 23],
    without: `${HEAD}disallow: /*{{`,
  },
  'entity-in-path': {
    body: `${HEAD}disallow: /?a&amp;b`,
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    message: '"/?a&amp;b" contains the HTML entity "&amp;", which crawlers compare literally. Write "&" instead.',
    span: [24, 33, 2, 11, 20],
    without: `${HEAD}disallow: /*&amp;`,
  },
  'invisible-character': {
    body: `${HEAD}disallow: /a\u200b`,
    severity: 'warning',
    clause: 'RFC 9309 2.2',
    message:
      '"/a\\u{200b}" contains the invisible character U+200B, so crawlers compare another value than the one you see. Type the value again.',
    span: [24, 29, 2, 11, 14],
    without: `${HEAD}disallow: /\u0645\u06cc\u200c\u062e`,
  },
  'sitemap-not-absolute': {
    body: `${HEAD}sitemap: /s.xml # x`,
    severity: 'warning',
    clause: 'sitemaps.org',
    message: '"/s.xml" is not an absolute URL, so crawlers cannot fetch this sitemap. Write the full URL.',
    span: [23, 29, 2, 10, 16],
    without: `${HEAD}sitemap: http://h/s.xml # x`,
  },
  'sitemap-not-fetchable': {
    body: `${HEAD}sitemap: http://h/s.xml http://h/t.xml`,
    severity: 'warning',
    clause: 'sitemaps.org',
    message:
      'Crawlers cannot fetch the sitemap "http://h/s.xml http://h/t.xml". Write one http or https URL per line, without white space, credentials or "#".',
    span: [23, 52, 2, 10, 39],
    without: `${HEAD}sitemap: http://h/s.xml # x`,
  },
  'sitemap-is-page': {
    body: 'sitemap: https://h/sitemap.html',
    severity: 'warning',
    clause: 'sitemaps.org',
    message:
      '"https://h/sitemap.html" seems to be a page for people. Search engines read only sitemaps in XML, feeds and lists of URLs in plain text. Write the URL of such a file.',
    span: [9, 31, 1, 10, 32],
    without: 'sitemap: https://h/sitemap.xml',
  },
  'crawl-delay-not-a-number': {
    body: `${HEAD}crawl-delay: 1s`,
    severity: 'warning',
    clause: 'RFC 9309 2.2.4',
    message: '"1s" is not a number of seconds, so crawlers ignore this line. Write a number such as "10".',
    span: [27, 29, 2, 14, 16],
    without: `${HEAD}crawl-delay: 1`,
  },
  'ignored-preference': {
    body: `${HEAD}content-signal: train-ai=n`,
    severity: 'warning',
    clause: 'draft-ietf-aipref-vocab-08, contentsignals.org',
    message:
      'The preference "train-ai=n" belongs to Content-Usage, so crawlers ignore it. Write "ai-train=no". The categories are search, ai-input, ai-train.',
    span: [30, 40, 2, 17, 27],
    without: `${HEAD}content-signal: ai-train=no`,
  },
  'crawl-delay-too-long': {
    body: `${HEAD}crawl-delay: 3600`,
    severity: 'warning',
    clause: 'RFC 9309 2.2.4',
    message:
      'The value is in seconds: crawlers that support crawl-delay may send 24 requests per day. Write a shorter delay, such as "10".',
    span: [27, 31, 2, 14, 18],
    without: `${HEAD}crawl-delay: 864`,
  },
  'crawl-delay-outside-group': {
    body: `crawl-delay: 1\n${HEAD}`,
    severity: 'warning',
    clause: 'RFC 9309 2.2.4',
    message:
      'No user-agent line precedes this crawl-delay, so crawlers ignore it. Move it into the group of the crawlers that should follow it.',
    span: [0, 11, 1, 1, 12],
    without: `${HEAD}crawl-delay: 1`,
  },
};

export function spanOf([start, end, line, column, endColumn]: DiagnosticCase['span']): Span {
  return { start, end, line, column, endColumn };
}
