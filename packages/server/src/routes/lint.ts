import { parseRobotsTxt } from '@repkit/core';
import { checkFixes, type Diagnostic as LintDiagnostic, lint } from '@repkit/core/analysis';
import { type Static, Type } from 'typebox';
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
import { bodyResponses, THREAD_PROBLEMS, withExamples } from '../schema/responses.js';
import { problemIfInvalid } from '../work/crawlers.js';
import type { AddRoutes } from './services.js';

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

export type LintRequest = Static<typeof LintRequest>;

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

const RELATIVE_SITEMAP: LintRequest = {
  robotsTxt: 'User-agent: *\nDisallow: /private/\nSitemap: /news.xml\n',
};

export const addLint: AddRoutes = (app, { threads }) => {
  const schema = {
    operationId: 'lint',
    summary: 'Lint a robots.txt',
    description: 'Finds mistakes. Diagnostics about rule behavior are proved. docs/commands/lint.md lists the codes.',
    body: withExamples(LintRequest, { sitemap: RELATIVE_SITEMAP }),
    response: bodyResponses(withExamples(LintResponse, { sitemap: diagnosticsOf(RELATIVE_SITEMAP) }), THREAD_PROBLEMS),
  };
  app.post('/v1/lint', { schema }, ({ body, ended }) => threads.run('lint', body as LintRequest, ended));
};

/** The response, computed in a thread. */
export function diagnosticsOf({ robotsTxt, dialect, assets = [] }: LintRequest) {
  const file = parseRobotsTxt(robotsTxt, dialect === undefined ? {} : { dialect });
  for (const [index, asset] of assets.entries()) {
    problemIfInvalid(['assets', index], () => file.isAllowed(asset, '*'));
  }
  const diagnostics = lint(file, { assets, budget: PROOF_STEPS });
  const { suggested } = checkFixes(file, diagnostics);
  const { listed, omitted } = mostSevere(diagnostics);
  return {
    diagnostics: listed.map((diagnostic) => {
      const { fix } = diagnostic;
      if (fix === undefined) return diagnostic;
      return { ...diagnostic, fix: { ...fix, safe: !suggested.has(diagnostic) } };
    }),
    ...(omitted.length > 0 && { omitted }),
  };
}

const SEVERITIES = ['error', 'warning', 'info'];

/** Returns the most severe diagnostics, and of each code the first ones, in file order. */
function mostSevere(all: readonly LintDiagnostic[]) {
  const listedByCode = new Map<string, number>();
  const omittedByCode = new Map<string, number>();
  const listed = new Set<LintDiagnostic>();
  let bytes = 0;
  const countIn = (counts: Map<string, number>, code: string, times = 1) => {
    const count = (counts.get(code) ?? 0) + times;
    counts.set(code, count);
    return count;
  };
  for (const diagnostic of bySeverity(all)) {
    const { code, omitted } = diagnostic;
    if (omitted !== undefined) {
      countIn(omittedByCode, omitted.code, omitted.count);
      continue;
    }
    bytes += JSON.stringify(diagnostic).length;
    const hasRoom = listed.size < LISTED_DIAGNOSTICS && bytes <= LISTED_BYTES;
    if (hasRoom && countIn(listedByCode, code) <= LISTED_PER_CODE) listed.add(diagnostic);
    else countIn(omittedByCode, code);
  }
  return {
    listed: all.filter((diagnostic) => listed.has(diagnostic)),
    omitted: [...omittedByCode].map(([code, count]) => ({ code, count })),
  };
}

function bySeverity(all: readonly LintDiagnostic[]): LintDiagnostic[] {
  return all.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
}
