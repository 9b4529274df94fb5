import { expect, test } from 'vitest';
import type { Entry } from '../../src/policy/entry.js';
import { policies } from '../../src/policy/policy.js';
import { nextEntry } from '../../src/policy/settle.js';
import { failure, http } from '../support/outcomes.js';

test('an entry is plain data: a store may clone it', () => {
  const attempt = { key: 'https://example.com', policy: policies.rfc9309, now: 1_000 };
  const copy = nextEntry(undefined, { ...attempt, outcome: http(200, 'Disallow: /\n') });
  const entries: readonly Entry[] = [
    copy,
    nextEntry(copy, { ...attempt, outcome: failure('dns') }),
    nextEntry(undefined, { ...attempt, outcome: http(404) }),
  ];
  for (const entry of entries) expect(structuredClone(entry)).toEqual(entry);
});
