import { parseRobotsTxt } from '@repkit/core';
import { format } from '@repkit/core/analysis';
import { type Static, Type } from 'typebox';
import { ANALYSIS_PROBLEMS, type Operation, operation } from '../http/operation.js';
import { Dialect, namedRequest, RobotsTxtText, responseObject } from '../schema/parts.js';
import { Diagnostic } from './lint.js';
import type { Services } from './services.js';

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

export function formatOperation({ analyses }: Services): Operation {
  return operation({
    method: 'POST',
    path: '/v1/format',
    id: 'format',
    summary: 'Format a robots.txt',
    description:
      'Normalizes the style of a file. No verdict changes. If formatting would lose bytes, for example because the text is UTF-16, ' +
      'the file is returned unchanged with a diagnostic.',
    body: FormatRequest,
    success: { status: 200, description: 'The formatted file.', schema: FormatResponse },
    problems: ANALYSIS_PROBLEMS,
    examples: {
      untidy: {
        summary: 'An untidy file',
        body: { robotsTxt: 'user-agent:*\ndisallow :/private/' },
        response: { robotsTxt: 'User-agent: *\nDisallow: /private/\n', changed: true },
      },
    },
    handle: ({ body, work }) => analyses.run('format', body, work),
  });
}

/** The response, computed in a thread. */
export function formattedOf({
  robotsTxt,
  dialect,
  lineEnd,
  sortRules = false,
}: Static<typeof FormatRequest>): string {
  const file = parseRobotsTxt(robotsTxt, dialect === undefined ? {} : { dialect });
  const { text = robotsTxt, diagnostic } = format(file, {
    sortRules,
    ...(lineEnd === undefined ? {} : { lineEnd }),
  });
  return JSON.stringify({ robotsTxt: text, changed: text !== robotsTxt, diagnostic });
}
