import { Text } from '@codemirror/state';
import { parseRobotsTxt } from '@repkit/core';
import { lint } from '@repkit/core/analysis';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rangeOf, recordsIn } from '../../src/editor/doc-ranges.js';

const docOf = (text: string) => Text.of(text.split(/\r\n?|\n/));

/** Includes misspelled fields, invalid lines, non-ASCII, comments and byte-order marks. */
const lines = fc.array(
  fc.constantFrom(
    ...['User-agent: *', 'Disallow: /ä🤖 # é', 'alow /x', 'nonsense', '', '# c', '\uFEFFAllow: /', ' :'],
    ...['Sitemap:\t/ü'],
  ),
  { minLength: 1, maxLength: 12 },
);

describe('editor positions', () => {
  test('select the text of a span from core', () => {
    fc.assert(
      fc.property(lines, (all) => {
        const doc = docOf(all.join('\n'));
        const { records } = parseRobotsTxt(doc.toString());
        for (const { field, value, comment } of records) {
          for (const piece of [field, value, comment]) {
            if (piece === undefined) continue;
            const { from, to } = rangeOf(doc, piece.span);
            expect(doc.sliceString(from, to)).toBe(piece.text);
          }
        }
      }),
    );
  });

  test('are clamped to the document for a span of another text', () => {
    const long = lint(parseRobotsTxt('User-agent: *\n\nDissallow: /a/long/path'));
    for (const { span } of long) {
      const { from, to } = rangeOf(docOf('A'), span);
      expect([from >= 0, from <= to, to <= 1]).toEqual([true, true, true]);
    }
  });

  test('give a range of lines the same records as the whole text', () => {
    fc.assert(
      fc.property(lines, fc.nat(), fc.nat(), (all, one, other) => {
        const doc = docOf(all.join('\n'));
        const [from = 0, to = 0] = [one, other].map((place) => place % (doc.length + 1)).sort((a, b) => a - b);
        const whole = parseRobotsTxt(doc.toString()).records;
        for (const { record, line } of recordsIn(doc, { from, to }, 'rfc9309')) {
          const same = whole.find((other) => other.line === line);
          expect([record.kind, record.value?.text]).toEqual([same?.kind, same?.value?.text]);
          if (record.value === undefined) continue;
          const range = rangeOf(doc, { ...record.value.span, line });
          expect(doc.sliceString(range.from, range.to)).toBe(record.value.text);
        }
      }),
    );
  });
});
