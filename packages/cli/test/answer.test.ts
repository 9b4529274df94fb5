import { describe, expect, test } from 'vitest';
import { answerTo } from '../src/answer.js';
import { ask, fromFile, fromSite } from './support/answers.js';

const body = 'User-agent: FooBot\nDisallow: /private/\nDisallow: /\nAllow: /private/open\n';

describe('where there is a robots.txt its rules decide', () => {
  test.each([
    ['/private/open', 'allowed', 4],
    ['/private/a', 'disallowed', 2],
    ['/a', 'disallowed', 3],
  ])('%s is %s by line %i', async (url, outcome, line) => {
    const answer = await ask(fromFile(body), url, 'FooBot');
    expect(answer).toMatchObject({ url, productToken: 'FooBot', outcome, by: 'rules' });
    expect(answer.by === 'rules' && answer.verdict.rule?.line).toBe(line);
  });

  test('every rule that matched is there when it was asked for', async () => {
    const question = { url: '/private/a', productToken: 'FooBot' };
    const matched = async (all: boolean) => {
      const answer = await answerTo(question, async () => fromFile(body), all);
      return answer.by === 'rules' ? answer.verdict.matched?.map(({ line }) => line) : 'none';
    };
    expect(await matched(true)).toEqual([2, 3]);
    expect(await matched(false)).toBeUndefined();
  });
});

test('RFC 9309 2.3.1.3: an unavailable robots.txt restricts nothing', async () => {
  const answer = await ask(
    fromSite('unavailable', 'status 404'),
    'https://example.com/a',
    'FooBot',
  );
  expect(answer).toMatchObject({ outcome: 'allowed', by: 'access', detail: 'status 404' });
});

test('RFC 9309 2.3.1.4: an unreachable robots.txt is told apart from a disallowed URL', async () => {
  const answer = await ask(
    fromSite('unreachable', 'status 503'),
    'https://example.com/a',
    'FooBot',
  );
  expect(answer).toMatchObject({ outcome: 'unreachable', by: 'access', detail: 'status 503' });
});
