import { expect, test } from 'vitest';
import { en } from '../../src/messages/en.js';
import { tr } from '../../src/messages/tr.js';
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
  expect([...textsOf(tr).keys()].sort()).toEqual([...textsOf(en).keys()].sort());
  expect(sameTexts(en, tr).filter((path) => !NAMES.includes(path))).toEqual([]);
});
