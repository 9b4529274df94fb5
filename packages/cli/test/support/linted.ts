import { type ParseOptions, parseRobotsTxt } from '@repkit/core';
import { type Diagnostic, lint } from '@repkit/core/analysis';
import type { LintedFile, LintReport } from '../../src/render/lint-report.js';
import * as reports from '../../src/render/lint-report.js';
import * as sarif from '../../src/render/lint-sarif.js';
import * as text from '../../src/render/lint-text.js';

/** Returns a linted robots.txt. */
export function linted(
  body: string | Uint8Array,
  of: Partial<Pick<LintedFile, 'name' | 'kind' | 'fixed' | 'fixedLines' | 'accepted'>> & ParseOptions = {},
): LintedFile {
  const { name = 'robots.txt', kind = 'file', fixed = 0, fixedLines = [], accepted = 0, ...options } = of;
  const robotsTxt = parseRobotsTxt(body, options);
  return {
    name,
    kind,
    fixed,
    fixedLines,
    accepted,
    robotsTxt,
    diagnostics: lint(robotsTxt).filter(({ code }) => code !== 'crawlers-disagree'),
  };
}

/** Returns a linted robots.txt with a message from a hostile file. */
export function withMessage(message: string, file: LintedFile): LintedFile {
  const [first] = file.diagnostics;
  if (first === undefined) throw new Error('nothing was found in this file');
  const diagnostic: Diagnostic = { ...first, message };
  return { ...file, diagnostics: [diagnostic] };
}

function whole(report: LintReport, files: readonly LintedFile[]): string {
  const tally = new reports.Tally();
  for (const file of files) tally.add(file);
  return files.map((file) => report.add(file)).join('') + report.end(tally);
}

export const lintText = (files: readonly LintedFile[], ...options: Parameters<typeof text.lintText>) =>
  whole(text.lintText(...options), files);
export const lintJson = (files: readonly LintedFile[], ...options: Parameters<typeof reports.lintJson>) =>
  whole(reports.lintJson(...options), files);
export const lintSarif = (files: readonly LintedFile[], ...options: Parameters<typeof sarif.lintSarif>) =>
  whole(sarif.lintSarif(...options), files);
export const lintGithub = (files: readonly LintedFile[]) => whole(reports.lintGithub(), files);
