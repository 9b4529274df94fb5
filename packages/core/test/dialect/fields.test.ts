/** docs/fields.md shows what the data says: `UPDATE_DOCS=1 npm test -- dialect/fields` writes its table. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { dialects } from '../../src/dialect/dialect.js';
import { knownFields, LIGHTHOUSE_CHECKED, otherField, otherFields } from '../../src/dialect/fields.js';

const PAGE = new URL('../../../../docs/fields.md', import.meta.url);
const page = readFileSync(PAGE, 'utf8').replaceAll('\r\n', '\n');
const all = [...Object.values(knownFields), ...otherFields];

const rows = all.map((field) => {
  const { title, alsoWritten = [], scope, status, definedBy, meaning, readers, lighthouse } = field;
  const defined = definedBy === undefined ? '' : `[${definedBy.name}](${definedBy.source})`;
  const names = [title, ...alsoWritten].map((name) => `\`${name}\``).join(', ');
  const cells = [scope, meaning, `${status} ${defined}`.trim(), readers ?? 'none known'];
  return `| ${[names, ...cells, lighthouse ?? 'no'].join(' | ')} |`;
});

test('docs/fields.md has the table of the data', () => {
  const table = ['| field | scope | meaning | defined by | read by | Lighthouse |', '|---|---|---|---|---|---|', ...rows].join(
    '\n',
  );
  const expected = page.replace(
    /(<!-- fields -->\n\n).*?(\n?<!-- end -->)/s,
    (_, start: string, end: string) => `${start}${table}\n${end.startsWith('\n') ? end : `\n${end}`}`,
  );
  if (process.env.UPDATE_DOCS) writeFileSync(PAGE, expected);
  else expect(page, '`UPDATE_DOCS=1 npm test -- dialect/fields` updates it.').toBe(expected);
  expect(page).toContain(LIGHTHOUSE_CHECKED);
});

test('each field has one spelling, and each document an https URL', () => {
  const names = all.flatMap(({ title, alsoWritten = [] }) => [title.toLowerCase(), ...alsoWritten]);
  expect(new Set(names).size).toBe(names.length);
  for (const [name, { title }] of Object.entries(knownFields)) {
    expect(title.toLowerCase()).toBe(name);
    expect(Object.hasOwn(dialects.rfc9309.fieldNames, name)).toBe(true);
  }
  for (const { definedBy, status } of all) {
    expect(status === 'undocumented').toBe(definedBy === undefined);
    if (definedBy !== undefined) expect(new URL(definedBy.source).protocol).toBe('https:');
  }
});

test.each([
  ['LLMS', 'LLMs'],
  ['llms-full-txt', 'LLMs'],
  ['agentMap', 'Agentmap'],
  ['Priority', undefined],
  ['License', undefined],
])('otherField(%s)', (name, title) => {
  expect(otherField(name)?.title).toBe(title);
});
