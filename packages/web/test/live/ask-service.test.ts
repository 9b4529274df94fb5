import { afterEach, describe, expect, test, vi } from 'vitest';
import { askService, urlOf } from '../../src/live/ask-service.js';
import { BUSY, PROBLEM } from '../support/recorded-answers.js';

afterEach(() => vi.unstubAllGlobals());

/** The real `fetch` needs an origin, which Node has not; journeys ask a real server. */
function serviceSays(body: string, status = 200): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return new Response(body, { status });
  });
  return asked;
}

const { signal } = new AbortController();

describe('the service', () => {
  test('is asked under its own origin; a name alone is that of a host', async () => {
    const asked = serviceSays(JSON.stringify(BUSY));
    expect(await askService(' busy.example ', { refresh: false, signal })).toEqual({
      kind: 'answer',
      answer: BUSY,
    });
    await askService('http://a.example/b?c', { refresh: true, signal });
    expect(asked).toEqual([
      '/v1/robots?origin=https%3A%2F%2Fbusy.example',
      '/v1/robots?origin=http%3A%2F%2Fa.example%2Fb%3Fc&refresh=true',
    ]);
    expect(urlOf('ftp://a.example')).toBe('ftp://a.example');
  });

  test('has problems with a title and a detail (RFC 9457)', async () => {
    serviceSays(JSON.stringify(PROBLEM), 422);
    expect(await askService('nonsense', { refresh: false, signal })).toEqual({
      kind: 'problem',
      title: 'A URL or a product token cannot be asked about.',
      detail: '"nonsense" has no robots.txt: give an absolute http:, https: or ftp: URL.',
    });
  });

  test.each([
    ['<html>', 200],
    ['{}', 200],
    ['{}', 502],
    ['Bad gateway', 502],
  ])('that says something else is none: %s', async (body, status) => {
    serviceSays(body, status);
    expect(await askService('a', { refresh: false, signal })).toEqual({ kind: 'no-answer' });
  });

  test('that cannot be reached is none; a question that is taken back rejects', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    expect(await askService('a', { refresh: false, signal })).toEqual({ kind: 'no-answer' });
    const aborted = AbortSignal.abort();
    await expect(askService('a', { refresh: false, signal: aborted })).rejects.toThrow('Failed');
  });
});
