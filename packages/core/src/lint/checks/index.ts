/**
 * The list of checks, from which the registry and the types of codes are derived.
 *
 * To add a check:
 * 1. Export an object from the file of its subject, made with `lineCheck`, `pathCheck`, `groupCheck`, `ruleCheck` or `fileCheck`
 *    of `check.ts`, and add it to the list here. `find` never throws. Claims about rules are proved by
 *    `../../prover/prove.ts`, or by an example that the matcher confirms.
 * 2. Add a case to `packages/core/test/support/diagnostic-cases.ts` (lines and paths) or `lint-cases.ts` (all others).
 *    `npm test -- --unit core/test/lint` reports a missing case, and cases of other checks that the new one also reports.
 * 3. Write `docs/lint/CODE.md` in the form below, with the code for `CODE` in the line about `accept`, and without the
 *    corrected file if the message says what to write.
 *    `UPDATE_DOCS=1 npm test -- lint-pages diagnostic-table` fills in the heading, the severity and the output. The web tester
 *    shows the English texts until a language has its own.
 * 4. Run `npm run api -- --update`, because the type of the codes is public.
 *
 * ````md
 * # `CODE`: title
 *
 * The reason: what crawlers do, and what to write instead.
 *
 * - severity: warning
 * - source: [RFC 9309 2.2.1](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.1)
 * - fix: `--fix` (only if the check is fixable)
 * - accept: `--ignore CODE`, or `# repkit-ignore-next-line CODE: reason` above the line
 *
 * ```robots
 * An example with the problem.
 * ```
 *
 * ```text
 * The output.
 * ```
 *
 * Corrected:
 *
 * ```robots
 * The example without the problem.
 * ```
 * ````
 */
import * as blocked from './blocked.js';
import * as blockedCrawlers from './blocked-crawlers.js';
import type { CheckFacts } from './check.js';
import * as crawlDelay from './crawl-delay.js';
import * as droppedRules from './dropped-rules.js';
import * as encoding from './encoding.js';
import * as fields from './fields.js';
import * as groupPreferences from './group-preferences.js';
import * as groups from './groups.js';
import * as mergedGroups from './merged-groups.js';
import * as notices from './notices.js';
import * as parsersDisagree from './parsers-disagree.js';
import * as pathMistakes from './path-mistakes.js';
import * as paths from './paths.js';
import * as preferences from './preferences.js';
import * as rules from './rules.js';
import * as sitemaps from './sitemaps.js';
import * as ties from './ties.js';
import * as userAgents from './user-agents.js';

/** Checks of single lines, in the order of the docs and of diagnostics that begin at the same byte. */
export const lineChecks = [
  encoding.html,
  encoding.json,
  encoding.binary,
  encoding.byteOrderMark,
  encoding.notUtf8,
  encoding.overParsingLimit,
  encoding.lineTooLong,
  encoding.controlCharacter,
  fields.unknownField,
  fields.misspeltField,
  fields.missingColon,
  fields.notARecord,
  fields.noindex,
  pathMistakes.invisibleCharacter,
  userAgents.unusableProductToken,
  userAgents.productTokenCut,
  paths.ruleOutsideGroup,
  paths.urlAsPath,
  paths.unusablePath,
  paths.starWithoutSlash,
  paths.wildcardAsItself,
  paths.dollarNotLast,
  paths.tooManyStars,
  paths.regularExpression,
  paths.unlikelyPath,
  paths.hashInPath,
  paths.dotSegment,
  paths.unencodedBytes,
  pathMistakes.fieldInPath,
  pathMistakes.templateInPath,
  pathMistakes.entityInPath,
  pathMistakes.textAfterPath,
  sitemaps.sitemapNotAbsolute,
  sitemaps.sitemapNotFetchable,
  sitemaps.sitemapIsPage,
  crawlDelay.crawlDelayNotANumber,
  crawlDelay.crawlDelayTooLong,
  crawlDelay.crawlDelayOutsideGroup,
  preferences.ignoredPreference,
] as const;

/** Checks of a whole file, cheapest first, because one that exhausts the budget leaves the following ones undecided. */
export const fileChecks = [
  fields.markedDownField,
  groups.duplicateUserAgent,
  groups.splitGroup,
  groups.duplicateGroup,
  groups.shadowedGroup,
  groups.managedGroup,
  userAgents.misspeltCrawler,
  userAgents.formerCrawler,
  crawlDelay.crawlDelayIgnored,
  groups.emptyGroup,
  blocked.everythingBlocked,
  blocked.homePageBlocked,
  blockedCrawlers.searchBlocked,
  blockedCrawlers.sideEffect,
  blockedCrawlers.operatorPartlyBlocked,
  groupPreferences.preferencesNotInherited,
  groupPreferences.conflictingPreferences,
  groupPreferences.contradictedPreference,
  groupPreferences.preferenceInGroup,
  sitemaps.sitemapOverHttp,
  sitemaps.sitemapOnTestHost,
  sitemaps.sitemapBlocked,
  rules.ruleNeverWins,
  rules.ruleChangesNothing,
  rules.allowReopensNothing,
  rules.allowTooShort,
  ties.decidedByTie,
  blocked.assetsBlocked,
  droppedRules.dropsEveryonesRules,
  mergedGroups.mergedGroups,
  parsersDisagree.crawlersDisagree,
] as const;

const lintNotices = [notices.undecided, notices.unusedIgnore, notices.omitted] as const;

type LineChecks = (typeof lineChecks)[number];
type Checks = LineChecks | (typeof fileChecks)[number] | (typeof lintNotices)[number];

export type DiagnosticCode = Checks['code'];

/** Codes about single lines, which `lineDiagnostics` returns. */
export type LineDiagnosticCode = LineChecks['code'];

/** What the registry says about a code. */
export interface DiagnosticInfo<Clause extends string = string> extends Omit<CheckFacts<string, Clause>, 'code'> {
  readonly fixable: boolean;
}

/** The registry of all diagnostic codes, in documentation order. */
export const diagnosticCodes = /* @__PURE__ */ registry() as {
  readonly [Check in Checks as Check['code']]: DiagnosticInfo<Check['clause']>;
};

function registry(): Readonly<Record<string, DiagnosticInfo>> {
  const checks: readonly CheckFacts[] = [...lineChecks, ...fileChecks, ...lintNotices];
  return Object.fromEntries(
    checks.map(({ code, about, severity, clause, title, description, fixable = false }) => [
      code,
      { about, severity, clause, title, description, fixable },
    ]),
  );
}
