/** Explains a record and its clause below the editor. */

import type { EditorState } from '@codemirror/state';
import { type DialectName, dialects, parseRobotsTxt, type RecordKind, type RobotsTxtRecord } from '@repkit/core';
import { crawlerName, listText, type Messages } from '../messages/messages.js';
import { editorDialect } from './highlight.js';

/** Crawlers that the explanation of a rule names. */
const MAX_NAMED = 5;

/** Of all other records. */
const OTHER_RECORDS = 'RFC 9309 2.2.4';
const CLAUSES: Readonly<Partial<Record<RecordKind, string>>> = {
  'user-agent': 'RFC 9309 2.2.1',
  allow: 'RFC 9309 2.2.2',
  disallow: 'RFC 9309 2.2.2',
  sitemap: 'sitemaps.org',
  'content-signal': 'contentsignals.org',
  license: 'rslstandard.org',
  blank: 'RFC 9309 2.2',
  comment: 'RFC 9309 2.2',
  invalid: 'RFC 9309 2.3.1.5',
  'beyond-limit': 'RFC 9309 2.5',
};

/**
 * Explains a record, with the clause or the web site that defines the field. `productTokens` are those of its group; undefined
 * outside of any group, where crawlers ignore rules.
 */
export function recordText(
  { kind, value }: RobotsTxtRecord,
  productTokens: readonly string[] | undefined,
  dialect: DialectName,
  messages: Messages,
) {
  const { editor: texts, fill } = messages;
  const { [kind]: clause = OTHER_RECORDS } = CLAUSES;
  const text = value?.text ?? '';
  if (kind === 'user-agent') {
    const sentence = text === '*' ? texts.record.allOthers : fill(texts.record['user-agent'], { name: text });
    return { clause, sentences: [sentence] };
  }
  if (kind !== 'allow' && kind !== 'disallow') {
    return { clause, sentences: [fill(texts.record[kind], { value: text })] };
  }
  if (productTokens === undefined) return { clause, sentences: [texts.outsideGroup] };
  const names = productTokens.map((token) => crawlerName(messages, token));
  const named = listText(messages, names, MAX_NAMED, texts.separator);
  const appliesTo = fill(texts.appliesTo, { names: named || texts.nobody });
  if (text === '') return { clause, sentences: [appliesTo, texts.emptyPath] };
  const { wildcards, precedence } = dialects[dialect];
  return {
    clause,
    sentences: [
      appliesTo,
      fill(texts.record[kind], { value: text }),
      ...(wildcards && text.includes('*') ? [texts.wildcard] : []),
      ...(wildcards && text.endsWith('$') ? [texts.endOfUrl] : []),
      precedence === 'most-bytes' ? texts.mostBytes : texts.firstInFile,
    ],
  };
}

/** Explains a 1-based line; undefined for a blank line. Parses the whole text. */
export function recordTextAt(state: EditorState, line: number, messages: Messages) {
  const dialect = state.facet(editorDialect);
  const file = parseRobotsTxt(state.doc.toString(), { dialect });
  const record = file.records[Math.min(line, file.records.length) - 1];
  if (record === undefined || state.doc.line(line).text.trim() === '') return undefined;
  const group = record.groupIndex === undefined ? undefined : file.groups[record.groupIndex];
  return recordText(record, group?.productTokens, dialect, messages);
}
