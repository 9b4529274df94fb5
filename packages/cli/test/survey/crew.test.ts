import { expect, test } from 'vitest';
import { WHOLE } from '../../src/archive/entry.js';
import { soloCrew } from '../../src/survey/crew.js';
import { SURVEY } from '../support/survey-archives.js';
import { temporaryFolder } from '../support/temporary.js';

test('one job needs no thread', async () => {
  const crew = soloCrew({ options: SURVEY, format: 'ndjson' });
  const surveyed = await crew.survey({ file: temporaryFolder(), section: WHOLE });
  expect([crew.size, surveyed.rows]).toEqual([1, 0]);
  await crew.close();
});
