import { expect, test } from 'vitest';
import { surveyOutput } from '../../src/survey/survey-output.js';
import { fakeIo } from '../support/fake-io.js';

const ROWS = { text: 'a\u001b[31m\n', columns: [] };

test('rows go to standard output as they are, and to a terminal with nothing it might act on', async () => {
  for (const isTerminal of [false, true]) {
    const io = fakeIo({ isTerminal });
    const output = await surveyOutput('ndjson', undefined, io);
    await output.add(ROWS);
    await output.finish();
    expect(io.written.out.includes('\u001b')).toBe(!isTerminal);
  }
});

test('CSV has a header, and a file gets all of it', async () => {
  const io = fakeIo();
  const output = await surveyOutput('csv', io.openOutput('out.csv', 0), io);
  await output.add(ROWS);
  const text = Buffer.from(io.files.get('out.csv') ?? '').toString();
  expect(text.startsWith('site,') && text.endsWith(ROWS.text)).toBe(true);
  expect(io.written.out).toBe('');
});
