/** docs/performance.md repeats the table of targets. `UPDATE_DOCS=1` writes it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { targetRows } from '../src/targets.ts';

const PAGE = new URL('../../docs/performance.md', import.meta.url);
const TABLE = /(?<=<!-- targets -->\n\n).*?(?=\n\n<!-- end -->)/s;

test('docs/performance.md lists the targets of the bench', () => {
  const page = readFileSync(PAGE, 'utf8');
  const rows = [['what', 'target', 'why'], ['---', '---', '---'], ...targetRows()];
  const table = rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  if (process.env.UPDATE_DOCS) writeFileSync(PAGE, page.replace(TABLE, table));
  else expect(TABLE.exec(page)?.[0]).toBe(table);
});
