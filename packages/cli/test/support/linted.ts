import { type ParseOptions, parseRobotsTxt } from '@repkit/core';
import { type Diagnostic, lint } from '@repkit/core/analysis';
import type { LintedFile } from '../../src/render/lint-report.js';

/** Returns a linted robots.txt. */
export function linted(
  body: string | Uint8Array,
  of: Partial<Pick<LintedFile, 'name' | 'kind' | 'fixed'>> & ParseOptions = {},
): LintedFile {
  const { name = 'robots.txt', kind = 'file', fixed = 0, ...options } = of;
  const robotsTxt = parseRobotsTxt(body, options);
  return {
    name,
    kind,
    fixed,
    robotsTxt,
    diagnostics: lint(robotsTxt, { extended: true }).filter(
      ({ code }) => code !== 'crawlers-disagree',
    ),
  };
}

/** Returns a linted robots.txt with a message from a hostile file. */
export function withMessage(message: string, file: LintedFile): LintedFile {
  const [first] = file.diagnostics;
  if (first === undefined) throw new Error('nothing was found in this file');
  const diagnostic: Diagnostic = { ...first, message };
  return { ...file, diagnostics: [diagnostic] };
}
