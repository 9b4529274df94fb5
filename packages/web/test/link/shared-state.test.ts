import { describe, expect, test } from 'vitest';
import { isSameState, readState, writeState } from '../../src/link/shared-state.js';
import { initialState } from '../../src/state/app-state.js';

const { lit, linkProblem, ...shared } = initialState('tr');

describe('the state in a link', () => {
  test('comes back as it was, a choice of nothing too', () => {
    for (const chosen of [undefined, { url: '/a', productToken: '*' }]) {
      const state = { ...shared, chosen, explainedDialect: 'google' as const };
      expect(readState(writeState(state))).toEqual(state);
    }
    expect(writeState(initialState('en'))).not.toMatch(/lit|linkProblem/);
  });

  test('may say less or more than this page knows', () => {
    expect(readState('{"urls":"/a","later":1}')).toEqual({ urls: '/a' });
    expect(readState('{}')).toEqual({});
  });

  test('is refused where a part is not what it has to be', () => {
    const refused = [
      ...['', '[]', 'null', '7', '{"urls":7}', '{"robotsTxt":null}', '{"view":"toString"}'],
      ...['{"language":"de"}', '{"dialect":"constructor"}', '{"productTokens":"a"}'],
      ...['{"productTokens":[""]}', '{"productToken":"a b"}', '{"chosen":{"url":"/a"}}'],
      ...['{"chosen":{"url":"a","productToken":"b"}}', '{"explainedDialect":"toString"}'],
    ];
    expect(refused.filter((json) => readState(json) !== 'damaged')).toEqual([]);
  });

  test('is the same where each part is', () => {
    expect(isSameState(shared, { ...shared })).toBe(true);
    expect(isSameState(shared, { ...shared, liveUrl: 'https://a.example' })).toBe(false);
  });
});
