import { expect, test } from 'vitest';
import { OVERVIEW } from '../../src/render/overview.js';
import { blocksOf } from '../../src/render/prose.js';

test('the notes hold rows only: variables of the environment, exit codes', () => {
  const terms = OVERVIEW.notes.flatMap(({ lines }) =>
    blocksOf(lines).flatMap((block) =>
      block.kind === 'rows' ? block.rows.map(([term]) => term) : [block.kind],
    ),
  );
  expect(terms).toEqual([
    'NO_COLOR',
    'XDG_CACHE_HOME',
    'REPKIT_STORE',
    'REPKIT_TOKEN',
    'HTTP_PROXY, HTTPS_PROXY, NO_PROXY',
    '0',
    '1',
    '2',
  ]);
});
