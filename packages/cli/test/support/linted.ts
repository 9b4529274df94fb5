import { type Diagnostic, lint, type ParseOptions, parseRobotsTxt } from '@repkit/core';
import type { LintedFile } from '../../src/render/lint-report.js';

/** A robots.txt as `lint` has looked at it. */
export function linted(
  body: string | Uint8Array,
  of: Partial<Pick<LintedFile, 'name' | 'kind' | 'fixed'>> & ParseOptions = {},
): LintedFile {
  const { name = 'robots.txt', kind = 'file', fixed = 0, ...options } = of;
  const robotsTxt = parseRobotsTxt(body, options);
  return { name, kind, fixed, robotsTxt, diagnostics: lint(robotsTxt) };
}

/** The same, with a message that a hostile file might bring about. */
export function withMessage(message: string, file: LintedFile): LintedFile {
  const [first] = file.diagnostics;
  if (first === undefined) throw new Error('nothing was found in this file');
  const diagnostic: Diagnostic = { ...first, message };
  return { ...file, diagnostics: [diagnostic] };
}
