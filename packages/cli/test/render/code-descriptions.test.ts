import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CODE_DESCRIPTIONS } from '../../src/render/code-descriptions.js';

const GUIDE = new URL('../../../../docs/library.md', import.meta.url);
const ROW = /^\| `([a-z0-9-]+)` \| (?:line|group|rule) \| [a-z]+ \| (?:yes)? ?\| (.*) \|$/gm;

test('docs: the table of codes says the same', () => {
  const rows = [...readFileSync(GUIDE, 'utf8').matchAll(ROW)].map(([, code, cell = '']) => {
    const text = cell.replaceAll('`', '"');
    return [code, `${text.charAt(0).toUpperCase()}${text.slice(1)}.`];
  });
  expect(Object.fromEntries(rows)).toEqual(CODE_DESCRIPTIONS);
});
