/** The limit of a dialect on the rules of a file. */
import { ALLOW, type CompiledDialect, DISALLOW } from '../dialect/compiled-dialect.js';
import type { Body } from './body.js';
import { RecordCursor } from './record-cursor.js';

/** Ends the body before the first allow or disallow line beyond the limit of the dialect. Linear in the bytes. */
export function limitRules(body: Body, tables: CompiledDialect): void {
  const { maxRules } = tables.dialect;
  if (maxRules === Number.POSITIVE_INFINITY) return;
  const cursor = new RecordCursor();
  cursor.begin(body, body.bytes(), tables);
  let rules = 0;
  while (cursor.next()) {
    if (cursor.kind !== ALLOW && cursor.kind !== DISALLOW) continue;
    rules++;
    if (rules <= maxRules) continue;
    body.truncateAt(cursor.lineStart);
    return;
  }
}
