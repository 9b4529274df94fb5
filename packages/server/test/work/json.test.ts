import { expect, test } from 'vitest';
import { JsonList } from '../../src/work/json.js';
import { startService } from '../support/service.js';

test('items are joined by index and limited in UTF-8 bytes', () => {
  const list = new JsonList(30);
  expect(list.set(5, { b: 'é' })).toBe(true);
  expect(list.set(2, 'a')).toBe(true);
  expect(list.set(3, 'éééééééé')).toBe(false);
  expect(list.set(9, [1])).toBe(true);
  expect(list.text).toBe('"a",{"b":"é"},[1]');
});

test('memory is held in steps, and not for small lists', () => {
  const held: number[] = [];
  const list = new JsonList(1_000_000, (bytes) => held.push(bytes));
  for (let at = 0; at < 60; at++) list.set(at, 'x'.repeat(1000));
  expect(held).toEqual([]);
  for (let at = 60; at < 300; at++) list.set(at, 'x'.repeat(1000));
  const total = held.reduce((sum, bytes) => sum + bytes, 0);
  expect(held.length).toBeLessThan(6);
  expect(total).toBeGreaterThan(300 * 1003 - 65_536);
});

test('a body with too many values is rejected before parsing', async () => {
  const service = await startService();
  const bodies = [
    `${'['.repeat(1001)}${']'.repeat(1001)}`,
    '{"a":'.repeat(1001),
    `{${Array.from({ length: 1001 }, (_, at) => `"m${at}":1`)}}`,
    `[${'1,'.repeat(20_000)}1]`,
  ];
  const problem = {
    type: '/docs#problem-too-many-items',
    detail:
      'The JSON has more than 20000 values, or 1000 arrays, objects and members. Split the request, or use /v1/check/stream.',
  };
  for (const body of bodies) {
    const response = await service.post('/v1/lint', body);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject(problem);
  }
  const line = `${bodies[0]}\n`;
  const type = { 'content-type': 'application/x-ndjson' };
  const stream = await service.post('/v1/check/stream', line, type);
  expect(JSON.parse(await stream.text())).toMatchObject({ line: 1, problem });
});

test('characters inside strings do not count as values', async () => {
  const service = await startService();
  const robotsTxt = `# ${'",[{\\'.repeat(30_000)}\n`;
  expect((await service.post('/v1/format', { robotsTxt })).status).toBe(200);
});
