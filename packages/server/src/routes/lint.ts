import { parseRobotsTxt } from '@repkit/core';
import { checkFixes, type Diagnostic as LintDiagnostic, lint } from '@repkit/core/analysis';
import { type Static, Type } from 'typebox';
import { ANALYSIS_PROBLEMS, type Operation, operation } from '../http/operation.js';
import { LISTED_BYTES, LISTED_DIAGNOSTICS, LISTED_PER_CODE, PROOF_STEPS } from '../options.js';
import {
  Code,
  Dialect,
  namedRequest,
  namedResponse,
  RobotsTxtText,
  responseObject,
  SeverityName,
  Span,
  UrlString,
} from '../schema/parts.js';
import { problemIfInvalid } from '../work/inline-check.js';
import { JsonList } from '../work/json.js';
import type { Services } from './services.js';

export const LintRequest = namedRequest('LintRequest', {
  robotsTxt: RobotsTxtText,
  dialect: Type.Optional(Dialect),
  assets: Type.Optional(
    Type.Array(UrlString, {
      maxItems: 100,
      description: 'Style sheets and scripts that pages of the site require.',
    }),
  ),
});

export const Diagnostic = responseObject({
  code: Code,
  severity: SeverityName,
  message: Type.String({ description: 'Human-readable text; may change between versions.' }),
  clause: Type.String(),
  span: Span,
  fix: Type.Optional(
    responseObject({
      span: Span,
      replacement: Type.String(),
      safe: Type.Boolean({
        description: 'Whether it is proved to change no verdict in any dialect.',
      }),
    }),
  ),
  related: Type.Optional(Type.Array(Span)),
  witness: Type.Optional(Type.String()),
  omitted: Type.Optional(responseObject({ code: Code, count: Type.Integer() })),
});

const LintResponse = namedResponse('LintResponse', {
  diagnostics: Type.Array(Diagnostic, {
    description: `In file order. Lists the ${LISTED_DIAGNOSTICS} most severe diagnostics, at most ${LISTED_PER_CODE} per code and ${LISTED_BYTES} bytes.`,
  }),
  omitted: Type.Optional(
    Type.Array(responseObject({ code: Code, count: Type.Integer() }), {
      description: 'Number of unlisted diagnostics per code.',
    }),
  ),
});

const RELATIVE_SITEMAP: Static<typeof LintRequest> = {
  robotsTxt: 'User-agent: *\nDisallow: /private/\nSitemap: /news.xml\n',
};

export function lintOperation({ analyses }: Services): Operation {
  return operation({
    method: 'POST',
    path: '/v1/lint',
    id: 'lint',
    summary: 'Lint a robots.txt',
    description:
      'Finds mistakes. Diagnostics about rule behavior are proved. docs/library.md lists the codes.',
    body: LintRequest,
    success: { status: 200, description: 'The diagnostics.', schema: LintResponse },
    problems: ['invalid-check', ...ANALYSIS_PROBLEMS],
    examples: {
      sitemap: {
        summary: 'A sitemap with a relative URL',
        body: RELATIVE_SITEMAP,
        response: JSON.parse(diagnosticsOf(RELATIVE_SITEMAP)),
      },
    },
    handle: ({ body, work }) => analyses.run('lint', body, work),
  });
}

/** The response, computed in a thread. */
export function diagnosticsOf({
  robotsTxt,
  dialect,
  assets = [],
}: Static<typeof LintRequest>): string {
  const file = parseRobotsTxt(robotsTxt, dialect === undefined ? {} : { dialect });
  for (const [index, asset] of assets.entries()) {
    problemIfInvalid(['assets', index], () => file.isAllowed(asset, '*'));
  }
  const found = lint(file, { assets, budget: PROOF_STEPS });
  const { suggested } = checkFixes(file, found);
  const withSafety = found.map((diagnostic) => {
    const { fix } = diagnostic;
    return fix ? { ...diagnostic, fix: { ...fix, safe: !suggested.has(diagnostic) } } : diagnostic;
  });
  const { listed, omitted } = listedDiagnostics(withSafety);
  const more = omitted.length === 0 ? '' : `,"omitted":${JSON.stringify(omitted)}`;
  return `{"diagnostics":[${listed}]${more}}`;
}

const SEVERITIES = ['error', 'warning', 'info'] as const;

/** Returns the most severe diagnostics, and of each code the first ones, in file order. */
function listedDiagnostics(all: readonly LintDiagnostic[]) {
  const list = new JsonList(LISTED_BYTES);
  const listedByCode = new Map<string, number>();
  const omittedByCode = new Map<string, number>();
  let count = 0;
  const countIn = (counts: Map<string, number>, code: string, times = 1): void => {
    counts.set(code, (counts.get(code) ?? 0) + times);
  };
  for (const severity of SEVERITIES) {
    for (const [at, diagnostic] of all.entries()) {
      if (diagnostic.severity !== severity) continue;
      const { code, omitted } = diagnostic;
      if (omitted !== undefined) {
        countIn(omittedByCode, omitted.code, omitted.count);
        continue;
      }
      const hasRoom = count < LISTED_DIAGNOSTICS && (listedByCode.get(code) ?? 0) < LISTED_PER_CODE;
      if (hasRoom && list.set(at, diagnostic)) {
        count++;
        countIn(listedByCode, code);
      } else countIn(omittedByCode, code);
    }
  }
  return {
    listed: list.text,
    omitted: [...omittedByCode].map(([code, count]) => ({ code, count })),
  };
}
