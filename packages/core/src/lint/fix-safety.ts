/** Proves which fixes are safe in every dialect, and finds the verdicts that the other fixes change. */

import type { Change } from '../analysis/access-changes.js';
import { namesText, rulesText } from '../analysis/audience.js';
import { diff } from '../analysis/diff.js';
import { type DialectName, dialects } from '../dialect/dialect.js';
import { bodyOf } from '../file/internal.js';
import { parseRobotsTxt, type RobotsTxt } from '../file/robots-txt.js';
import { PART_STEPS } from '../prover/budget.js';
import { groupBy } from '../util/group-by.js';
import { memoizeByObject } from '../util/memoize-by-object.js';
import type { Diagnostic } from './diagnostic.js';
import { applyFixes } from './fixes.js';

/** The first verdict that a fix changes under a dialect. */
export interface FixEffect extends Change {
  readonly dialect: DialectName;
}

export interface CheckedFixes {
  /** Diagnostics whose fixes, all applied together, change no verdict in any dialect and no name of a crawler. Proved. */
  readonly safe: readonly Diagnostic[];
  /** The other diagnostics with fixes. The effects are empty if the budget ran out before one was found. */
  readonly suggested: ReadonlyMap<Diagnostic, readonly FixEffect[]>;
}

/** Maximum attempts to prove all fixes of one code at once. */
const MAX_TRIES = 8;
/** Maximum attempts to sort the fixes that are not safe together, for all codes. */
const MAX_ATTEMPTS = 16;
/** Maximum total bytes of fixed files to compare: two files near the parsing limit, or every attempt for an ordinary file. */
const MAX_PROVED_BYTES = 1024 * 1024;

const DIALECTS = Object.keys(dialects) as DialectName[];

/**
 * Returns which fixes are safe to apply without asking. For each code, tries to prove all fixes at once, drops those of
 * rules whose verdicts change, and repeats; then proves some of the rest at once, or one by one. A fix whose proof needs
 * more than PART_STEPS is not considered safe. Worst case: one proof per dialect for each of 8 attempts per code and of 16
 * further ones, in at most 1 MiB of fixed files. Once safe fixes are applied, another call can prove more.
 *
 * @example
 * ```ts
 * import { parseRobotsTxt } from '@repkit/core';
 * import { applyFixes, checkFixes, lint } from '@repkit/core/analysis';
 *
 * const robotsTxt = parseRobotsTxt('User-agent: *\nDisallow: /a\nDisallow: /a\n');
 * const { safe } = checkFixes(robotsTxt, lint(robotsTxt));
 * applyFixes(robotsTxt.text, safe); // 'User-agent: *\nDisallow: /a\n'
 * ```
 */
export function checkFixes(robotsTxt: RobotsTxt, diagnostics: readonly Diagnostic[]): CheckedFixes {
  const fixable = diagnostics.filter(({ fix }) => fix !== undefined);
  const suggested = new Map<Diagnostic, readonly FixEffect[]>();
  if (fixable.length === 0) return { safe: [], suggested };
  const body = bodyOf(robotsTxt).wholeSource();
  const before = DIALECTS.map((dialect) => parseRobotsTxt(body, { dialect }));
  const safe: Diagnostic[] = [];
  let attempts = MAX_ATTEMPTS;
  let bytesLeft = MAX_PROVED_BYTES;
  const prove = (fixes: readonly Diagnostic[]): FixProof => {
    bytesLeft -= body.length;
    return bytesLeft < 0 ? UNPROVED : effectsOf(fixes, body, before);
  };
  const proveSome = (fixes: readonly Diagnostic[]): FixProof => {
    attempts--;
    return attempts < 0 ? UNPROVED : prove([...safe, ...fixes]);
  };
  /** Sorts fixes into safe and suggested ones, twice as many at once after each success, and half as many after a failure. */
  const sort = (fixes: readonly Diagnostic[], together: FixProof): void => {
    let count = 1;
    for (let at = 0; at < fixes.length; ) {
      const part = fixes.slice(at, at + count);
      const { isSafe, changes } = fixes.length === 1 ? together : proveSome(part);
      if (isSafe) safe.push(...part);
      else if (count === 1) suggested.set(fixes[at], firstPerDialect(changes));
      if (isSafe || count === 1) at += count;
      count = isSafe ? count * 2 : Math.ceil(count / 2);
    }
  };
  const unsafeTogether: [fixes: readonly Diagnostic[], proof: FixProof][] = [];
  for (const ofCode of groupBy(fixable, ({ code }) => code).values()) {
    let open: readonly Diagnostic[] = ofCode;
    let together = prove([...safe, ...open]);
    for (let tries = 1; tries < MAX_TRIES && open.length > 1 && !together.isSafe; tries++) {
      const effectsByLine = groupBy(together.changes, ({ before }) => before.rule?.line ?? 0);
      const ofFixes = open.map((diagnostic) => {
        const onItsLine = effectsByLine.get(diagnostic.span.line) ?? [];
        return { diagnostic, effects: causedBy(diagnostic, onItsLine, body) };
      });
      const blamed = ofFixes.filter(({ effects }) => effects.length > 0);
      if (blamed.length === 0) break;
      for (const { diagnostic, effects } of blamed) {
        suggested.set(diagnostic, firstPerDialect(effects));
      }
      open = open.filter((diagnostic) => !suggested.has(diagnostic));
      together = prove([...safe, ...open]);
    }
    if (together.isSafe) safe.push(...open);
    else unsafeTogether.push([open, together]);
  }
  // Last, because one code may use up the attempts.
  for (const [fixes, proof] of unsafeTogether) sort(fixes, proof);
  return { safe, suggested };
}

/** Returns the effects that the fix has by itself, because a different fix can change the verdict of a rule on its line. */
function causedBy(diagnostic: Diagnostic, effects: readonly FixEffect[], body: Uint8Array): readonly FixEffect[] {
  if (effects.length === 0) return [];
  const fixed = applyFixes(body, [diagnostic]);
  return effects.filter(({ dialect, productTokens: [token], witness, after }) => {
    const alone = parseRobotsTxt(fixed, { dialect }).matcher(token);
    return alone.isTargetAllowed(witness) === after.allowed;
  });
}

interface FixProof {
  readonly isSafe: boolean;
  readonly changes: readonly FixEffect[];
}

const UNPROVED: FixProof = { isSafe: false, changes: [] };

function firstPerDialect(changes: readonly FixEffect[]): readonly FixEffect[] {
  return [...groupBy(changes, ({ dialect }) => dialect).values()].map(([first]) => first);
}

function effectsOf(diagnostics: readonly Diagnostic[], body: Uint8Array, before: readonly RobotsTxt[]): FixProof {
  const fixed = applyFixes(body, diagnostics);
  const effects: FixEffect[] = [];
  let isSafe = true;
  for (const [index, dialect] of DIALECTS.entries()) {
    const after = parseRobotsTxt(fixed, { dialect });
    if (groupsText(before[index]) === groupsText(after)) continue;
    const { accessEquivalent, changes } = diff(before[index], after, {
      documentedDialects: false,
      budget: PART_STEPS,
    });
    // Some crawlers ignore "*", so a new group changes what they follow even if its rules are the same.
    if (accessEquivalent !== true || namesText(before[index]) !== namesText(after)) isSafe = false;
    effects.push(...changes.map((change) => ({ ...change, dialect })));
  }
  return { isSafe, changes: effects };
}

/** Returns a string that is equal for files with the same groups. */
const groupsText = memoizeByObject(({ groups }: RobotsTxt): string =>
  JSON.stringify(groups.map(({ productTokens, ...group }) => [productTokens, rulesText(group)])),
);
