import type { RobotsClient } from '@repkit/client';
import { expect, expectTypeOf, test } from 'vitest';
import { isFromFile, type RobotsTxtLookup } from '../src/input/read-robots.js';
import { fromFile, fromSite } from './support/check-results.js';

test('what the client answers is an answer as it is', () => {
  expectTypeOf<Awaited<ReturnType<RobotsClient['robotsTxt']>>>().toExtend<RobotsTxtLookup>();
});

test('a file is told from a site', async () => {
  expect(isFromFile(fromFile('').provenance)).toBe(true);
  expect(isFromFile((await fromSite({ status: 404 })).provenance)).toBe(false);
});
