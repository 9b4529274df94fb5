/** Queries on which the library and the reference once disagreed; always checked first. */
import type { DialectName } from '../../src/dialect/dialect.js';

export interface Regression {
  readonly why: string;
  readonly dialect: DialectName;
  /** An octet string (see bytes.ts). */
  readonly body: string;
  readonly productToken: string | readonly string[];
  readonly urls: readonly string[];
  /** Set if the query is a bare target. */
  readonly isTarget?: true;
}

const UTF8_KELVIN = '\xE2\x84\xAA';

export const regressions: readonly Regression[] = [
  {
    why: 'a `\\` ends the host of an http URL and begins its path',
    dialect: 'rfc9309',
    body: 'User-agent: *\nDisallow: /a\nDisallow: /?b',
    productToken: 'foo',
    urls: ['http://h\\a', '//h\\a', 'http:h\\a', '/\\h/a', 'http://u\\@h/a', 'http://h\\?b'],
  },
  {
    why: 'the canonical target must outlive the canonical patterns that it is compared with',
    dialect: 'draft-koster-rep-00',
    body: 'User-agent: *\nAllow: *%\nDisallow: *\nAllow: /$i',
    productToken: 'foo',
    urls: ['/%', '/%2f', '/$', '/%', '/%', '/%2f'],
  },
  {
    why: 'the target of an explanation is text, not bytes',
    dialect: 'google',
    body: '',
    productToken: 'foo',
    urls: ['/ツ', '/😀?é', 'http://h/é'],
  },
  {
    why: 'half a surrogate pair is U+FFFD before a tab between the halves is dropped',
    dialect: 'rfc9309',
    body: '',
    productToken: 'foo',
    urls: ['/\uD83D\t\uDE00'],
  },
  {
    why: 'a name of 1996 ends only at white space or `/`',
    dialect: 'koster1996',
    body: 'User-agent: foo\0bar\nDisallow: /\n\nUser-agent: *\nAllow: /',
    productToken: 'foo',
    urls: ['/'],
  },
  {
    why: 'a name of 1996 may hold any byte',
    dialect: 'koster1996',
    body: `User-agent: ${UTF8_KELVIN}iwi\nDisallow: /`,
    productToken: '\u212Aiwi',
    urls: ['/'],
  },
  {
    why: 'a text that loses its spaces may have as many bytes as it had characters',
    dialect: 'rfc9309',
    body: '',
    productToken: 'foo',
    urls: ['//é// ', '/é '],
  },
];
