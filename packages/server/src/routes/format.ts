import { parseRobotsTxt } from '@repkit/core';
import { format } from '@repkit/core/analysis';
import { type Static, Type } from 'typebox';
import { Dialect, namedRequest, RobotsTxtText, responseObject } from '../schema/parts.js';
import { bodyResponses, THREAD_PROBLEMS, withExamples } from '../schema/responses.js';
import { Diagnostic } from './lint.js';
import type { AddRoutes } from './services.js';

export const FormatRequest = namedRequest('FormatRequest', {
  robotsTxt: RobotsTxtText,
  dialect: Type.Optional(Dialect),
  lineEnd: Type.Optional(Type.Enum(['lf', 'crlf'])),
  sortRules: Type.Optional(Type.Boolean()),
});

const FormatResponse = responseObject({
  robotsTxt: Type.String({ description: 'The formatted file.' }),
  changed: Type.Boolean(),
  diagnostic: Type.Optional(Diagnostic),
});

export type FormatRequest = Static<typeof FormatRequest>;

const UNTIDY: FormatRequest = { robotsTxt: 'user-agent:*\ndisallow :/private/' };

export const addFormat: AddRoutes = (app, { threads }) => {
  const schema = {
    operationId: 'format',
    summary: 'Format a robots.txt',
    description:
      'Normalizes the style of a file. No verdict changes. If formatting would lose bytes, for example because the text is UTF-16, ' +
      'the file is returned unchanged with a diagnostic.',
    body: withExamples(FormatRequest, { untidy: UNTIDY }),
    response: bodyResponses(withExamples(FormatResponse, { untidy: formattedOf(UNTIDY) }), THREAD_PROBLEMS),
  };
  app.post('/v1/format', { schema }, ({ body, ended }) => threads.run('format', body as FormatRequest, ended));
};

/** The response, computed in a thread. */
export function formattedOf({ robotsTxt, dialect, lineEnd, sortRules = false }: FormatRequest) {
  const file = parseRobotsTxt(robotsTxt, dialect === undefined ? {} : { dialect });
  const { text = robotsTxt, diagnostic } = format(file, {
    sortRules,
    ...(lineEnd !== undefined && { lineEnd }),
  });
  return { robotsTxt: text, changed: text !== robotsTxt, ...(diagnostic && { diagnostic }) };
}
