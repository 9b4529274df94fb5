import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { operation } from '../../src/http/operation.js';

test('the handler gets what was validated, and the data stay as they are', async () => {
  const data = {
    method: 'POST',
    path: '/a',
    id: 'a',
    summary: 'A',
    secured: true,
    success: { status: 200, description: 'Yes.' },
    problems: [],
    examples: [],
  } as const;
  const body = Type.Object({ n: Type.Integer() });
  const made = operation({ ...data, body, answer: (asked) => asked.body.n + 1 });
  expect(made).toMatchObject({ ...data, body });
  const asked = { body: { n: 1 }, query: {}, signal: AbortSignal.abort() };
  expect(made.answer(asked as unknown as Parameters<typeof made.answer>[0])).toBe(2);
});
