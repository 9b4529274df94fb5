import { operation, type Services } from '../http/operation.js';
import { problemAt } from '../http/problem.js';
import { CheckAnswer, CheckRequest } from '../schema/check.js';
import { Answerer } from '../work/answerer.js';
import { checkMany } from '../work/check-many.js';

export function checkOperation({ clients, limits }: Pick<Services, 'clients' | 'limits'>) {
  return operation({
    method: 'POST',
    path: '/v1/check',
    id: 'check',
    summary: 'May these crawlers fetch these URLs?',
    description:
      'Against the robots.txt that is given, or, where there is none, against that of each site, which is fetched, kept and applied as the policy says.',
    secured: true,
    body: CheckRequest,
    success: { status: 200, description: 'Every verdict.', schema: CheckAnswer },
    problems: ['cannot-be-asked', 'text-too-long', 'too-many-questions', 'took-too-long'],
    examples: [
      {
        name: 'given',
        summary: 'Against a given robots.txt',
        body: {
          urls: ['https://example.com/private/a', '/open'],
          productTokens: ['GPTBot'],
          robotsTxt: 'User-agent: *\nDisallow: /private/\n',
        },
        status: 200,
        answer: {
          verdicts: [
            {
              url: 'https://example.com/private/a',
              productToken: 'GPTBot',
              verdict: 'disallowed',
              reason: 'rule',
              rule: { kind: 'disallow', pattern: '/private/', line: 2 },
            },
            { url: '/open', productToken: 'GPTBot', verdict: 'allowed', reason: 'no-rule' },
          ],
        },
      },
      {
        name: 'live',
        summary: 'As the site has it',
        body: { urls: ['https://example.com/private/a'], productTokens: ['GPTBot', 'CCBot'] },
        status: 200,
        answer: {
          verdicts: [
            {
              url: 'https://example.com/private/a',
              productToken: 'GPTBot',
              verdict: 'disallowed',
              reason: 'rule',
              rule: { kind: 'disallow', pattern: '/private/', line: 2 },
            },
            {
              url: 'https://example.com/private/a',
              productToken: 'CCBot',
              verdict: 'allowed',
              reason: 'rule',
              rule: { kind: 'allow', pattern: '/', line: 5 },
            },
          ],
        },
      },
    ],
    answer(asked) {
      const { body } = asked;
      const count = body.urls.length * body.productTokens.length;
      if (count > limits.questions) {
        const detail = `${body.urls.length} URLs for ${body.productTokens.length} product tokens are ${count} questions, and one request may ask ${limits.questions}: ask for fewer, or use /v1/check/stream.`;
        throw problemAt('too-many-questions', ['urls'], detail);
      }
      const verdicts = checkMany(body, new Answerer(clients), asked);
      return verdicts instanceof Promise
        ? verdicts.then((all) => ({ verdicts: all }))
        : { verdicts };
    },
  });
}
