import { expect, test } from 'vitest';
import { rowWriter } from '../../src/survey/archive-survey.js';

const ROWS = { text: 'a\u001b[31m\n', columns: [] };

test('CSV starts with one header', async () => {
  const writer = await rowWriter('csv');
  const parts = [writer.add(ROWS), writer.add(ROWS), writer.finish()];
  const text = Buffer.concat(parts).toString();
  expect(text).toMatch(/^site,/);
  expect(text.endsWith(`\r\n${ROWS.text}${ROWS.text}`)).toBe(true);
});

test('NDJSON has no header', async () => {
  const writer = await rowWriter('ndjson');
  expect(Buffer.from(writer.add(ROWS)).toString()).toBe(ROWS.text);
  expect(writer.finish()).toHaveLength(0);
});
