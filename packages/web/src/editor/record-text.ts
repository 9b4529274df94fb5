/** A record in words, with the clause that says so. */
import { type DialectName, dialects, type RecordKind, type RobotsTxtRecord } from '@repkit/core';
import type { Messages } from '../messages/messages.js';

export interface RecordText {
  readonly sentences: readonly string[];
  /** The clause, or the source where no RFC knows the field. */
  readonly clause: string;
}

const CLAUSES: Readonly<Record<RecordKind, string>> = {
  'user-agent': 'RFC 9309 2.2.1',
  allow: 'RFC 9309 2.2.2',
  disallow: 'RFC 9309 2.2.2',
  sitemap: 'sitemaps.org',
  'crawl-delay': 'RFC 9309 2.2.4',
  'request-rate': 'RFC 9309 2.2.4',
  'visit-time': 'RFC 9309 2.2.4',
  host: 'RFC 9309 2.2.4',
  'clean-param': 'RFC 9309 2.2.4',
  noindex: 'RFC 9309 2.2.4',
  'content-signal': 'contentsignals.org',
  'content-usage': 'RFC 9309 2.2.4',
  license: 'rslstandard.org',
  unknown: 'RFC 9309 2.2.4',
  blank: 'RFC 9309 2.2',
  comment: 'RFC 9309 2.2',
  invalid: 'RFC 9309 2.3.1.5',
  'beyond-limit': 'RFC 9309 2.5',
};

/**
 * What a record says, to whom. `productTokens` are those of its group; `undefined` where it stands in none, which makes
 * a rule void (RFC 9309 2.2.2).
 */
export function recordText(
  { kind, value }: RobotsTxtRecord,
  productTokens: readonly string[] | undefined,
  dialect: DialectName,
  { editor: texts }: Messages,
): RecordText {
  const clause = CLAUSES[kind];
  const written = value?.text ?? '';
  if (kind === 'user-agent') {
    const sentence = written === '*' ? texts.record.everyone : texts.record['user-agent'](written);
    return { clause, sentences: [sentence] };
  }
  if (kind !== 'allow' && kind !== 'disallow') {
    return { clause, sentences: [texts.record[kind](written)] };
  }
  if (productTokens === undefined) return { clause, sentences: [texts.outsideGroup] };
  const whom = texts.whom(productTokens.map((token) => (token === '*' ? texts.others : token)));
  if (written === '') return { clause, sentences: [whom, texts.emptyPath] };
  const { wildcards, precedence } = dialects[dialect];
  return {
    clause,
    sentences: [
      whom,
      texts.record[kind](written),
      ...(wildcards && written.includes('*') ? [texts.anyOctets] : []),
      ...(wildcards && written.endsWith('$') ? [texts.endOfUrl] : []),
      precedence === 'most-octets' ? texts.mostOctets : texts.firstInFile,
    ],
  };
}
