import { InitOptionsError, type InitResult, initRobotsTxt } from '@repkit/core/analysis';
import { type Static, Type } from 'typebox';
import { Problem, problemAt } from '../http/problem.js';
import { PROOF_STEPS } from '../options.js';
import {
  namedRequest,
  namedResponse,
  ProductToken,
  PurposeName,
  RobotsTxtText,
  responseObject,
  UrlString,
} from '../schema/parts.js';
import { bodyResponses, THREAD_PROBLEMS, withExamples } from '../schema/responses.js';
import { DiffResponse, listedDiff } from './diff.js';
import type { AddRoutes } from './services.js';

const Purposes = Type.Array(PurposeName, { maxItems: 10 });

export const InitRequest = namedRequest('InitRequest', {
  robotsTxt: Type.Optional({
    ...RobotsTxtText,
    description: 'The file to extend (default: none).',
  }),
  block: Type.Optional({
    ...Purposes,
    description: 'The purposes of the crawlers to block. Required without `update`.',
  }),
  keep: Type.Optional({
    ...Purposes,
    description: 'Purposes to keep. A crawler that also serves one of them is mixed.',
  }),
  includingMixed: Type.Optional(Type.Boolean({ description: 'Whether to block mixed crawlers.' })),
  except: Type.Optional(
    Type.Array(ProductToken, {
      maxItems: 100,
      description: 'Known crawlers that are not blocked.',
    }),
  ),
  sitemap: Type.Optional({ ...UrlString, description: 'A sitemap to list.' }),
  signals: Type.Optional(Type.Boolean({ description: 'Whether to add Content-Signal and Content-Usage lines.' })),
  trainingSignal: Type.Optional(Type.Boolean({ description: 'Whether to add the group of the training preference signal.' })),
  update: Type.Optional(
    Type.Literal(true, {
      description: 'Refreshes the block of an earlier request, with its options.',
    }),
  ),
});

export type InitRequest = Static<typeof InitRequest>;

const BlockedCrawler = responseObject({
  name: Type.String(),
  operator: Type.String(),
  purposes: Type.Array(PurposeName),
  blocking: Type.Optional(Type.String({ description: 'What blocking it costs, according to its operator.' })),
  changed: Type.Boolean({
    description: 'Whether it may fetch less than before, or was not compared within the limit.',
  }),
  mixed: Type.Boolean({ description: 'Whether it also serves a purpose to keep.' }),
});

const names = (description: string) => Type.Array(Type.String(), { description });

const InitResponse = namedResponse('InitResponse', {
  robotsTxt: Type.String({ description: 'The new file.' }),
  blocked: Type.Array(BlockedCrawler),
  excepted: names('Mixed crawlers that `except` left as they are.'),
  named: names('Crawlers that the block names only so that they keep their rules.'),
  preferencesChanged: names(
    'Crawlers that may fetch what they could before, but follow a group whose preferences change. `*` stands for all crawlers that are not known.',
  ),
  unaffected: names('All other known crawlers that robots.txt governs. They are proved to be unaffected.'),
  notes: names('What lines for preferences cost.'),
  diff: DiffResponse,
});

const SHOP: InitRequest = {
  robotsTxt: 'User-agent: *\nDisallow: /cart\n',
  block: ['archive'],
  except: ['CCBot'],
};

export const addInit: AddRoutes = (app, { threads }) => {
  const schema = {
    operationId: 'init',
    summary: 'Block crawlers by purpose',
    description:
      'Adds rules to a robots.txt that block the known crawlers for some purposes, or refreshes them. `diff` proves that no other crawler is affected. ' +
      'If that cannot be proved, or if mixed crawlers need a decision, the problem `not-written` says why.',
    body: withExamples(InitRequest, { shop: SHOP }),
    response: bodyResponses(withExamples(InitResponse, { shop: initResultOf(SHOP) }), [...THREAD_PROBLEMS, 'not-written']),
  };
  app.post('/v1/init', { schema }, ({ body, ended }) => threads.run('init', body as InitRequest, ended));
};

/** The response, computed in a thread. Throws a Problem if nothing was written. */
export function initResultOf({ robotsTxt = '', update, block, ...options }: InitRequest) {
  if ((update === undefined) === (block === undefined)) {
    throw problemAt('invalid-request', update === undefined ? [] : ['update'], 'Send either block or update.');
  }
  const [ignored] = update === true ? Object.keys(options) : [];
  if (ignored !== undefined) {
    const detail = `update takes the options of the block in robotsTxt. Omit ${ignored}.`;
    throw problemAt('invalid-request', [ignored], detail);
  }
  const result = written(robotsTxt, block === undefined ? { update: true } : { ...options, block });
  const { text, blocked, excepted, named, preferencesChanged, unaffected, notes, diff } = result;
  const namesOf = (crawlers: readonly { readonly name: string }[]) => crawlers.map(({ name }) => name);
  return {
    robotsTxt: text,
    blocked: blocked.map(({ crawler, isChanged, isMixed }) => {
      const { name, operator, purposes, blocking } = crawler;
      const cost = blocking === undefined ? {} : { blocking };
      return {
        name,
        operator,
        purposes: [...purposes],
        ...cost,
        changed: isChanged,
        mixed: isMixed,
      };
    }),
    excepted: namesOf(excepted),
    named,
    preferencesChanged,
    unaffected: namesOf(unaffected),
    notes,
    diff: listedDiff(diff),
  };
}

function written(robotsTxt: string, request: Parameters<typeof initRobotsTxt>[1]) {
  let result: InitResult;
  try {
    result = initRobotsTxt(robotsTxt, { ...request, budget: PROOF_STEPS });
  } catch (error) {
    if (!(error instanceof InitOptionsError)) throw error;
    throw problemAt('invalid-request', error.path, error.message);
  }
  if (result.kind === 'written') return result;
  const { message, reason, mixed } = result;
  if (reason !== 'mixed') throw problemAt('not-written', ['robotsTxt'], message);
  const locations = mixed.map(({ name, purposes }) => ({
    pointer: '#/block',
    detail: `${name} serves ${purposes.join(', ')}. Set includingMixed, or name it in except.`,
  }));
  throw new Problem('not-written', message, { locations });
}
