import { expect, onTestFinished, test } from 'vitest';
import { WHOLE } from '../../src/archive/entry.js';
import { startCrew } from '../../src/survey/start-crew.js';
import { SURVEY } from '../support/survey-archives.js';
import { temporaryFolder } from '../support/temporary.js';

/** As the build makes it. */
const THREAD = new URL('../../dist/survey-thread.js', import.meta.url);
const DATA = { options: SURVEY, format: 'ndjson' } as const;

test('threads answer, and say what is wrong with an archive', async () => {
  const crew = startCrew(2, DATA, THREAD);
  onTestFinished(() => crew.close());
  const file = temporaryFolder();
  const tasks = Array.from({ length: 5 }, () => crew.survey({ file, section: WHOLE }));
  expect((await Promise.all(tasks)).map(({ rows }) => rows)).toEqual([0, 0, 0, 0, 0]);
  const missing = crew.survey({ file: `${file}/no`, section: WHOLE });
  await expect(missing).rejects.toThrow('there is no such file');
  expect((await crew.survey({ file, section: WHOLE })).rows).toBe(0);
});

test('a thread that cannot start ends the run', async () => {
  const crew = startCrew(2, DATA, new URL('no-such.js', THREAD));
  onTestFinished(() => crew.close());
  await expect(crew.survey({ file: '.', section: WHOLE })).rejects.toThrow('no-such.js');
});

test('one job is done by this thread', () => expect(startCrew(1, DATA).size).toBe(1));
