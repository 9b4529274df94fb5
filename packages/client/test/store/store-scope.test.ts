import { expect, test } from 'vitest';
import { storeScope } from '../../src/client/settings.js';

test("differs by policy, User-Agent header, and guard, but not by the order of the guard's options", () => {
  const guards = [
    undefined,
    {},
    { allowHosts: ['a.example'] },
    { allowHosts: ['a.example', 'b.example'] },
    { allowCidrs: ['a.example'] },
  ];
  const userAgents = ['ExampleBot/1.0', 'ExampleBot/1.1', 'OtherBot/1.0 (+https://other.example)'];
  const scopes = guards.flatMap((guard) =>
    userAgents.flatMap((userAgent) =>
      ['rfc9309', 'google', 'of mine', 'of\ud800mine'].map((policy) => storeScope(policy, { userAgent, guard })),
    ),
  );
  expect(new Set(scopes).size).toBe(scopes.length);
  expect(scopes.every((scope) => !scope.includes(' '))).toBe(true);
  const scopeOf = (guard: object) => storeScope('rfc9309', { userAgent: 'ExampleBot/1.0', guard });
  expect(scopeOf({ allowHosts: [], allowCidrs: [] })).toBe(scopeOf({}));
  expect(scopeOf({ allowHosts: ['b.example', 'a.example'] })).toBe(scopeOf({ allowHosts: ['a.example', 'b.example'] }));
});
