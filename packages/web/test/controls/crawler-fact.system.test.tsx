import { expect, test } from 'vitest';
import { CrawlerFact } from '../../src/controls/crawler-fact.js';
import { showInApp } from '../support/show-in-app.js';

const FACT = 'It affects no specific product of Google.';

test.each([
  ['ja', FACT, '影響するGoogleの特定のサービスはありません。', ''],
  ['tr', FACT, "Google'ın belirli bir ürününü etkilemez.", ''],
  ['tr', 'It was added later.', 'It was added later.', 'en'],
  ['en', FACT, FACT, 'en'],
] as const)('in %s, "%s" is "%s"', async (language, english, text, lang) => {
  const { root } = await showInApp(<CrawlerFact english={english} />, { language });
  const shown = root.querySelector('p');
  expect([shown?.textContent, shown?.lang]).toEqual([text, lang]);
});
