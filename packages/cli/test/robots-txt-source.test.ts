import type { RobotsClient } from '@repkit/client';
import { expect, expectTypeOf, test } from 'vitest';
import { isFromFile, type RobotsTxtLookup } from '../src/input/read-robots.js';
import { fromFile, fromSite } from './support/check-results.js';

test('isFromFile is false for results of the client', () => {
  expectTypeOf<Awaited<ReturnType<RobotsClient['robotsTxt']>>>().toExtend<RobotsTxtLookup>();
});

test('isFromFile distinguishes files from sites', async () => {
  expect(isFromFile(fromFile('').provenance)).toBe(true);
  expect(isFromFile((await fromSite({ status: 404 })).provenance)).toBe(false);
});
