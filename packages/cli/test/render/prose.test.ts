import { describe, expect, test } from 'vitest';
import { firstSentence, wrappedCommand } from '../../src/render/prose.js';

test.each([
  ['One. Two.', 'One'],
  ['Is it? It is.', 'Is it?'],
  ['Of robots.txt, e.g. this', 'Of robots.txt, e.g'],
  ['No end', 'No end'],
  ['Lines\nbroken. More.', 'Lines broken'],
])('the first sentence of %j', (text, first) => {
  expect(firstSentence(text)).toBe(first);
});

describe('a command line', () => {
  test('is wrapped with backslashes', () => {
    expect(wrappedCommand('repkit a b c', 80)).toEqual(['repkit a b c']);
    expect(wrappedCommand('repkit aaaa bbbb cccc', 16)).toEqual(['repkit aaaa \\', '    bbbb cccc']);
  });

  test('options stay with their values, and quoted text is not split', () => {
    expect(wrappedCommand("repkit --a b --c 'd e' f", 14)).toEqual(['repkit --a b \\', "    --c 'd e' \\", '    f']);
    expect(wrappedCommand('repkit - | x --json --all', 12)).toEqual(['repkit - | \\', '    x \\', '    --json \\', '    --all']);
  });
});
