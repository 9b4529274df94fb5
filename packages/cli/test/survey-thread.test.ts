import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { WHOLE } from '../src/archive/entry.js';
import { SURVEY } from './support/survey-archives.js';
import { temporaryFolder } from './support/temporary.js';

test('a thread answers each section', async () => {
  const workerData = { options: SURVEY, format: 'csv' };
  const thread = new Worker(new URL('../dist/survey-thread.js', import.meta.url), { workerData });
  const answer = new Promise((resolve) => thread.once('message', resolve));
  thread.postMessage({ file: temporaryFolder(), section: WHOLE });
  expect(await answer).toMatchObject({ surveyed: { rows: 0, text: '' } });
  await thread.terminate();
});
