import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { WHOLE_ARCHIVE } from '../../src/archive/entry.js';
import { SectionSurvey } from '../../src/survey/section-survey.js';
import { SURVEY } from '../support/survey-archives.js';

const TEXT = '{"host":"a.example","robotsTxt":""}\n[]\n{"host":"b.example","status":404}\n';

test.each(['ndjson', 'csv', 'parquet'] as const)('%s: returns rows and faults', async (format) => {
  const file = `${temporaryFolder()}/a.ndjson`;
  writeFileSync(file, TEXT);
  const survey = new SectionSurvey({ options: SURVEY, format });
  const surveyed = await survey.run({ file, section: WHOLE_ARCHIVE });
  await survey.close();
  expect(surveyed).toMatchObject({ rows: 2, began: 0, lines: 3, faultCount: 1 });
  expect(surveyed.tallies.files).toMatchObject({ all: 2, read: 1 });
  expect(surveyed.columns[0] ?? []).toEqual(format === 'parquet' ? ['a.example', 'b.example'] : []);
  expect(surveyed.text.split('\n').length - 1).toBe(format === 'parquet' ? 0 : 2);
});
