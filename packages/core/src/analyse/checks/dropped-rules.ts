/** The check of groups that leave out what everyone else must not fetch; proved by a witness. */
import type { Audience } from '../audience.js';
import type { Diagnostic } from '../diagnostic.js';
import { whereDiffers } from '../differences.js';
import { quoted } from './check.js';
import {
  type FileCheck,
  type FileContext,
  ORIGIN,
  recordOn,
  restricts,
  ruleInWords,
  spanOf,
} from './finding.js';
import { sampleWithVerdicts, verdictsOn } from './sample-targets.js';

/** Groups that restrict something, but leave out what everyone else must not fetch. */
export const droppedRules: FileCheck = (context) => {
  const { audiences, robotsTxt } = context;
  const { everyone } = audiences;
  if (everyone === undefined || !everyone.matcher.rules.some(restricts)) return [];
  // A site that is closed but for some has left its rule out of their groups on purpose.
  if (!everyone.matcher.isAllowed(`${ORIGIN}/`)) return [];
  return audiences.all.flatMap((audience): Diagnostic[] => {
    const { tokens, matcher } = audience;
    // Whoever restricts nothing at all says so on purpose, or has no rule, which is told as that.
    if (matcher.group === undefined || audience === everyone) return [];
    if (!matcher.rules.some(restricts)) return [];
    const witness = whatIsDropped(everyone, audience, context);
    const rule = witness && everyone.matcher.explain(ORIGIN + witness).rule;
    if (witness === undefined || !rule) return [];
    return [
      {
        code: 'drops-everyones-rules',
        severity: 'info',
        message: `The group of ${quoted(tokens[0])} does not add to that of "*" but replaces it: ${ruleInWords(rule)} on line ${rule.line} is not for it, and ${JSON.stringify(witness)} is allowed.`,
        clause: 'RFC 9309 2.2.1',
        span: spanOf(recordOn(robotsTxt, matcher.group.userAgentLines[0])),
        related: [rule.span],
        witness,
      },
    ];
  });
};

/** A target that everyone else must not fetch and the audience may. */
function whatIsDropped(
  everyone: Audience,
  audience: Audience,
  { budget, leaveUndecided }: FileContext,
): string | undefined {
  const matchers = [everyone.matcher, audience.matcher] as const;
  const isDropped = (one: boolean, other: boolean) => !one && other;
  const sample = sampleWithVerdicts(matchers, isDropped, budget);
  if (sample !== undefined) return sample;
  const { differences, undecided } = whereDiffers(everyone.reading, audience.reading, budget);
  if (undecided.length > 0) leaveUndecided();
  return differences
    .map(({ witness }) => witness)
    .find((witness) => isDropped(...verdictsOn(witness, matchers)));
}
