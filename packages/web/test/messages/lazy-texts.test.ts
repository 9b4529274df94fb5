import { expect, test } from 'vitest';
import { DIFF_TEXTS } from '../../src/messages/diff-texts.js';
import { IMPORT_TEXTS } from '../../src/messages/import-texts.js';
import { LIVE_TEXTS } from '../../src/messages/live-texts.js';
import type { Messages } from '../../src/messages/messages.js';
import { PREFERENCES_TEXTS } from '../../src/messages/preferences-texts.js';
import { sameTexts, textsOf } from '../support/message-texts.js';

/** Names that are the same in all languages. */
const NAMES = ['.source.fetched', '.url'];

test.each([
  ['live site', LIVE_TEXTS],
  ['import', IMPORT_TEXTS],
  ['diff', DIFF_TEXTS],
  ['preferences', PREFERENCES_TEXTS],
] as const)('every text that is loaded with a view is translated: %s', (_, texts) => {
  const english = texts.en as unknown as Messages;
  for (const language of ['ja', 'tr'] as const) {
    const translated = texts[language] as unknown as Messages;
    expect([...textsOf(translated).keys()].sort()).toEqual([...textsOf(english).keys()].sort());
    const same = sameTexts(english, translated).filter((path) => !NAMES.includes(path));
    expect([language, same]).toEqual([language, []]);
  }
});
