import { expect, test } from 'vitest';
import { en } from '../../src/messages/en.js';
import { textsOf } from '../support/message-texts.js';

test('no English text is empty or has space around it', () => {
  for (const [path, text] of textsOf(en)) expect([path, text]).toEqual([path, text.trim()]);
  expect([...textsOf(en).values()]).not.toContain('');
});
