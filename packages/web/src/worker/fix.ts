/** Applies fixes, and distinguishes safe from suggested ones. Loaded with the first fix, because the proofs are large. */
import { dialects } from '@repkit/core';
import { applyFixes, checkFixes } from '@repkit/core/analysis';
import type { FixRequest, FixResult } from './requests.js';
import { fileOf } from './site.js';

export function fix({ robotsTxt, dialect, diagnostic }: FixRequest): FixResult {
  const { suggested } = checkFixes(fileOf(robotsTxt).in(dialects[dialect]), [diagnostic]);
  return { fixed: applyFixes(robotsTxt, [diagnostic]), effects: suggested.get(diagnostic) };
}
