import type { Provenance } from '@repkit/client';
import { dialects, robotsFile } from '@repkit/core';
import { expect, test } from 'vitest';
import { SiteProblems } from '../../src/bulk/site-problems.js';

test('a site whose rules are loaded again is counted once', () => {
  const problems = new SiteProblems();
  const provenanceOf = (origin: string, access: Provenance['access']) =>
    ({ origin, access, reason: 'timeout', detail: 'no response' }) as Provenance;
  const page = { kind: 'file', file: robotsFile('<!DOCTYPE html>\n<p>') } as const;
  for (let round = 0; round < 3; round++) {
    for (const origin of ['http://a.example', 'http://b.example']) {
      problems.add({ kind: 'unreachable' }, provenanceOf(origin, 'unreachable'), dialects.rfc9309);
    }
    problems.add(page, provenanceOf('http://c.example', 'successful'), dialects.rfc9309);
  }
  expect([...problems.sentences()]).toEqual([
    expect.stringMatching(/^2 robots\.txt are unreachable \(timeout\), .*\/a\.example: no response\./),
    expect.stringMatching(/^1 robots\.txt is an HTML page, .*\/c\.example;/),
  ]);
});
