/** Operations on the files in a request. They fetch nothing. */
import { type Operation, operation, type Services } from '../http/operation.js';
import {
  DiffRequest,
  DiffResponse,
  FormatRequest,
  FormatResponse,
  LintRequest,
  LintResponse,
} from '../schema/file.js';

type Needed = Pick<Services, 'analyses'>;

export function lintOperation({ analyses }: Needed): Operation {
  return operation({
    method: 'POST',
    path: '/v1/lint',
    id: 'lint',
    summary: 'Lint a robots.txt',
    description:
      'Finds mistakes. Diagnostics about rule behavior are proved. docs/library.md lists the codes.',
    secured: true,
    body: LintRequest,
    success: { status: 200, description: 'The diagnostics.', schema: LintResponse },
    problems: [
      'invalid-check',
      'text-too-long',
      'too-many-items',
      'analysis-too-large',
      'took-too-long',
    ],
    examples: [
      {
        name: 'sitemap',
        summary: 'A sitemap with a relative URL',
        body: { robotsTxt: 'User-agent: *\nDisallow: /private/\nSitemap: /news.xml\n' },
        status: 200,
        response: {
          diagnostics: [
            {
              code: 'sitemap-not-absolute',
              severity: 'warning',
              message:
                '"/news.xml" is not an absolute URL, so crawlers cannot fetch this sitemap. Write the full URL.',
              clause: 'sitemaps.org',
              span: { start: 43, end: 52, line: 3, column: 10, endColumn: 19 },
            },
          ],
        },
      },
    ],
    handle: ({ body, work }) => analyses.run({ kind: 'lint', ...body }, work),
  });
}

export function diffOperation({ analyses }: Needed): Operation {
  return operation({
    method: 'POST',
    path: '/v1/diff',
    id: 'diff',
    summary: 'Compare two versions of a robots.txt',
    description:
      'Lists what an edit blocks or allows, with an example path for each change, and the other records that it adds or removes. `equivalent` is proved, or `undecided` if the search limit was reached.',
    secured: true,
    body: DiffRequest,
    success: { status: 200, description: 'The changes.', schema: DiffResponse },
    problems: [
      'invalid-check',
      'text-too-long',
      'too-many-items',
      'analysis-too-large',
      'took-too-long',
    ],
    examples: [
      {
        name: 'same',
        summary: 'Two equivalent files',
        body: {
          before: 'User-agent: *\nDisallow: /a\nDisallow: /a/b\n',
          after: 'User-agent: *\nDisallow: /a\n',
        },
        status: 200,
        response: {
          equivalent: true,
          accessEquivalent: true,
          changes: [],
          recordChanges: [],
          preferenceChanges: [],
          complete: true,
          undecided: [],
        },
      },
      {
        name: 'blocked',
        summary: 'A folder that becomes blocked',
        body: {
          before: 'User-agent: *\nDisallow:\n',
          after: 'User-agent: *\nDisallow: /shop/\n',
        },
        status: 200,
        response: {
          equivalent: false,
          accessEquivalent: false,
          changes: [
            {
              productTokens: ['*'],
              effect: 'newly-blocked',
              witness: '/shop/',
              pattern: '/shop/',
              before: {
                allowed: true,
                reason: 'no-rule',
                target: '/shop/',
                group: { productToken: '*', userAgentLines: [1] },
              },
              after: {
                allowed: false,
                reason: 'rule',
                target: '/shop/',
                group: { productToken: '*', userAgentLines: [1] },
                rule: {
                  kind: 'disallow',
                  pattern: '/shop/',
                  canonicalPattern: '/shop/',
                  bytes: 6,
                  line: 2,
                  span: { start: 24, end: 30, line: 2, column: 11, endColumn: 17 },
                },
              },
            },
          ],
          recordChanges: [],
          preferenceChanges: [],
          complete: true,
          undecided: [],
        },
      },
    ],
    handle: ({ body, work }) => analyses.run({ kind: 'diff', ...body }, work),
  });
}

export function formatOperation({ analyses }: Needed): Operation {
  return operation({
    method: 'POST',
    path: '/v1/format',
    id: 'format',
    summary: 'Format a robots.txt',
    description: 'Normalizes the style of a file. No verdict changes.',
    secured: true,
    body: FormatRequest,
    success: { status: 200, description: 'The formatted file.', schema: FormatResponse },
    problems: ['text-too-long', 'too-many-items', 'analysis-too-large', 'took-too-long'],
    examples: [
      {
        name: 'untidy',
        summary: 'An untidy file',
        body: { robotsTxt: 'user-agent:*\ndisallow :/private/' },
        status: 200,
        response: { robotsTxt: 'User-agent: *\nDisallow: /private/\n', changed: true },
      },
    ],
    handle: ({ body, work }) => analyses.run({ kind: 'format', ...body }, work),
  });
}
