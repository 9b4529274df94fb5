import { Text } from '@codemirror/state';
import { lint, parseRobotsTxt } from '@repkit/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pieceRange, rangeOf, recordsIn } from '../../src/editor/doc-places.js';

const docOf = (text: string) => Text.of(text.split(/\r\n?|\n/));

/** Lines in which everything occurs: slips, no records, non-ASCII, comments, byte-order marks. */
const lines = fc.array(
  fc.constantFrom(
    ...[
      'User-agent: *',
      'Disallow: /ä🤖 # é',
      'alow /x',
      'nonsense',
      '',
      '# c',
      '\uFEFFAllow: /',
      ' :',
    ],
    ...['Sitemap:\t/ü'],
  ),
  { minLength: 1, maxLength: 12 },
);

describe('places in the editor', () => {
  test('a span of core is the text that core means', () => {
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

  test('a span of another text is held within this one', () => {
    const long = lint(parseRobotsTxt('User-agent: *\n\nDissallow: /a/long/path'));
    for (const { span } of long) {
      const { from, to } = rangeOf(docOf('A'), span);
      expect([from >= 0, from <= to, to <= 1]).toEqual([true, true, true]);
    }
  });

  test('the records of some lines are those that the whole text has there', () => {
    fc.assert(
      fc.property(lines, fc.nat(), fc.nat(), (all, one, other) => {
        const doc = docOf(all.join('\n'));
        const [from = 0, to = 0] = [one, other]
          .map((place) => place % (doc.length + 1))
          .sort((a, b) => a - b);
        const whole = parseRobotsTxt(doc.toString()).records;
        for (const { record, lineStart } of recordsIn(doc, { from, to }, 'rfc9309')) {
          const same = whole.find(
            ({ line }) => doc.line(line).number === doc.lineAt(lineStart).number,
          );
          expect([record.kind, record.value?.text]).toEqual([same?.kind, same?.value?.text]);
          if (record.value === undefined) continue;
          const range = pieceRange(lineStart, record.value.span);
          expect(doc.sliceString(range.from, range.to)).toBe(record.value.text);
        }
      }),
    );
  });
});
