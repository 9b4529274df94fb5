import { expect, test } from 'vitest';
import { storeScope } from '../../src/store/store-scope.js';

test('one for each policy and each guard, in whatever order it is written', () => {
  const guards = [
    undefined,
    {},
    { allowHosts: ['a.example'] },
    { allowHosts: ['a.example', 'b.example'] },
    { allowCidrs: ['a.example'] },
  ];
  const scopes = guards.flatMap((guard) =>
    ['rfc9309', 'google'].map((policy) => storeScope(policy, guard)),
  );
  expect(new Set(scopes).size).toBe(scopes.length);
  expect(scopes.every((scope) => !scope.includes(' '))).toBe(true);
  expect(storeScope('rfc9309', { allowHosts: [], allowCidrs: [] })).toBe(storeScope('rfc9309', {}));
  expect(storeScope('rfc9309', { allowHosts: ['b.example', 'a.example'] })).toBe(
    storeScope('rfc9309', { allowHosts: ['a.example', 'b.example'] }),
  );
});
