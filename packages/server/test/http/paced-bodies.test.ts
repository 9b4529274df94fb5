import { MemoryStore } from '@repkit/client';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createServer } from '../../src/create-server.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(async () => {
  vi.restoreAllMocks();
  // Ends the last slice, which began in fake time.
  await new Promise(setImmediate);
  vi.useRealTimers();
});

/** Sends four bodies of this size in one turn. Returns when they were parsed, if parsing one takes more than half a slice. */
async function parsesOf(bytes: number): Promise<string[]> {
  const options = { userAgent: 'repkit-test/1.0', pages: 'no-such-folder' };
  const app = await createServer({ store: new MemoryStore(), ...options });
  onTestFinished(() => app.close());
  await app.ready();
  const order: string[] = [];
  const parse = JSON.parse;
  vi.spyOn(JSON, 'parse').mockImplementation((text) => {
    order.push('parse');
    vi.advanceTimersByTime(6);
    setImmediate(() => order.at(-1) === 'turn' || order.push('turn'));
    return parse(text);
  });
  const payload = { urls: ['/'], productTokens: ['a'], robotsTxt: '#'.repeat(bytes) };
  const inject = () => app.inject({ method: 'POST', url: '/v1/check', payload });
  const responses = await Promise.all([inject(), inject(), inject(), inject()]);
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  return order.slice(0, order.lastIndexOf('parse') + 1);
}

test('bodies above 8 KiB that arrive in one turn are parsed in one slice per turn', async () => {
  expect(await parsesOf(9000)).toEqual(['parse', 'parse', 'turn', 'parse', 'parse']);
});

test('smaller bodies are parsed as they arrive', async () => {
  expect(await parsesOf(8000)).toEqual(['parse', 'parse', 'parse', 'parse']);
});
