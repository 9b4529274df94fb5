import { expect, test } from 'vitest';
import { en } from '../../src/messages/en.js';
import { ja } from '../../src/messages/ja.js';
import { sameTexts, textsOf } from '../support/message-texts.js';

/** Names, which are the same in every language. */
const NAMES = [
  '.dialectName.rfc9309',
  '.dialectName.google',
  '.editor.label',
  '.live.policyName.rfc9309',
  '.live.policyName.google',
  '.check.exportCsv',
  '.check.exportJson',
];

test('every text is there, and translated', () => {
  expect([...textsOf(ja).keys()].sort()).toEqual([...textsOf(en).keys()].sort());
  expect(sameTexts(en, ja).filter((path) => !NAMES.includes(path))).toEqual([]);
});
