/** Edits of small files with few pieces, so that rules often overlap, and all targets over these pieces. */
import fc from 'fast-check';
import type { DialectName } from '../../src/dialect/dialect.js';
import { wordsOf } from './words.js';

export interface Edit {
  readonly before: string;
  readonly after: string;
  /** Every target over the letters, shortest first. */
  readonly targets: readonly string[];
}

interface Letters {
  readonly patterns: readonly string[];
  readonly targets: readonly string[];
}

/** Maximum letters after the `/` of a target; targets with three letters are seven bytes long. */
const LONGEST_OF_THREE = 6;
const LONGEST_OF_MORE = 4;

const LETTERS: readonly Letters[] = [
  { patterns: ['a', 'b', '/', '*', '*'], targets: ['a', 'b', '/'] },
  { patterns: ['a', '/', '.', '*', '?'], targets: ['a', '/', '.', '?', 'z'] },
  {
    patterns: ['a', '%2F', '%3F', '%3f', '*', '?', '/', '%2A', '$', '%'],
    targets: ['a', '%2F', '?', '/', '%2A', '$', '%25'],
  },
  // The query forms of a pattern, and spellings that are compared alike but count differently.
  {
    patterns: ['*', '*', '%2F', '%3F', '?', 'a', '%3A', ':'],
    targets: ['a', '%2F', '?', '/', ':'],
  },
  { patterns: ['index.htm', 'a', '/', '*'], targets: ['a', '/', 'index.htm', 'z'] },
  { patterns: ['robots.txt', 'a', '*', '/'], targets: ['robots.txt', 'a', '/', 'z'] },
];

const targetsOf = LETTERS.map(({ targets }) => {
  const longest = targets.length === 3 ? LONGEST_OF_THREE : LONGEST_OF_MORE;
  return wordsOf(targets, longest).map((word) => `/${word}`);
});

function rulesOver({ patterns }: Letters): fc.Arbitrary<string> {
  const piece = fc.constantFrom(...patterns);
  return fc
    .tuple(
      fc.constantFrom('Allow', 'Disallow'),
      fc.oneof({ weight: 5, arbitrary: fc.constant('/') }, fc.constantFrom('*', '***', '')),
      fc.array(piece, { maxLength: 4 }),
      fc.constantFrom('', '', '$'),
    )
    .map(([field, start, pieces, end]) => `${field}: ${start}${pieces.join('')}${end}\n`);
}

/** Two files with one group: unrelated ones, or one that lacks rules of the other. */
export const generatedEdit: fc.Arbitrary<Edit> = fc.constantFrom(...LETTERS.keys()).chain((choice) => {
  const rule = rulesOver(LETTERS[choice]);
  const rules = fc.array(fc.tuple(rule, fc.constantFrom('both', 'both', 'before', 'after')), {
    maxLength: 5,
  });
  return rules.map((lines) => {
    const file = (side: string) =>
      `User-agent: *\n${lines
        .filter(([, where]) => where === 'both' || where === side)
        .map(([line]) => line)
        .join('')}`;
    return { before: file('before'), after: file('after'), targets: targetsOf[choice] };
  });
});

export const generatedDialect: fc.Arbitrary<DialectName> = fc.constantFrom(
  'rfc9309',
  'google',
  'koster1996',
  'draft-koster-rep-00',
);
