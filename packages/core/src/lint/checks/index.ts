/** The list of checks, from which the registry and the types of codes are derived. */
import { assetsBlocked, everythingBlocked, homePageBlocked, robotsTxtBlocked } from './blocked.js';
import type { CheckFacts } from './check.js';
import {
  crawlDelayIgnored,
  crawlDelayNotANumber,
  crawlDelayOutsideGroup,
  crawlDelayTooLong,
} from './crawl-delay.js';
import { crawlersDisagree } from './crawlers.js';
import { dropsEveryonesRules } from './dropped-rules.js';
import {
  binary,
  byteOrderMark,
  controlCharacter,
  html,
  json,
  lineTooLong,
  notUtf8,
  overParsingLimit,
} from './encoding.js';
import {
  limitedField,
  malformedCleanParam,
  missingColon,
  misspeltField,
  noindex,
  notARecord,
  unknownField,
} from './fields.js';
import {
  conflictingPreferences,
  contradictedPreference,
  preferenceInGroup,
  preferencesNotInherited,
} from './group-preferences.js';
import {
  duplicateGroup,
  duplicateUserAgent,
  emptyGroup,
  managedGroup,
  shadowedGroup,
  splitGroup,
} from './groups.js';
import { operatorPartlyBlocked, searchBlocked, sideEffect, starIgnored } from './known-crawlers.js';
import { mergedGroups } from './merged-groups.js';
import { omitted, undecided, unusedIgnore } from './notices.js';
import {
  entityInPath,
  fieldInPath,
  invisibleCharacter,
  templateInPath,
  textAfterPath,
} from './path-mistakes.js';
import {
  dollarNotLast,
  dotSegment,
  hashInPath,
  regularExpression,
  ruleOutsideGroup,
  secretInPath,
  starWithoutSlash,
  unencodedBytes,
  unlikelyPath,
  unusablePath,
  urlAsPath,
  wildcardAsItself,
} from './paths.js';
import { ignoredPreference } from './preferences.js';
import { allowReopensNothing, decidedByTie, ruleChangesNothing, ruleNeverWins } from './rules.js';
import {
  sitemapBlocked,
  sitemapIsPage,
  sitemapNotAbsolute,
  sitemapNotFetchable,
  sitemapOnTestHost,
  sitemapOverHttp,
} from './sitemaps.js';
import {
  formerCrawler,
  misspeltCrawler,
  productTokenCut,
  productTokenOutsideRfc,
  unusableProductToken,
} from './user-agents.js';

/** Checks of single lines. */
export const lineChecks = [
  html,
  json,
  binary,
  byteOrderMark,
  notUtf8,
  overParsingLimit,
  lineTooLong,
  controlCharacter,
  unknownField,
  misspeltField,
  missingColon,
  notARecord,
  noindex,
  limitedField,
  malformedCleanParam,
  invisibleCharacter,
  unusableProductToken,
  productTokenCut,
  productTokenOutsideRfc,
  ruleOutsideGroup,
  urlAsPath,
  unusablePath,
  starWithoutSlash,
  wildcardAsItself,
  dollarNotLast,
  regularExpression,
  unlikelyPath,
  secretInPath,
  hashInPath,
  dotSegment,
  unencodedBytes,
  fieldInPath,
  templateInPath,
  entityInPath,
  textAfterPath,
  sitemapNotAbsolute,
  sitemapNotFetchable,
  sitemapIsPage,
  crawlDelayNotANumber,
  crawlDelayTooLong,
  crawlDelayOutsideGroup,
  ignoredPreference,
] as const;

/** Checks of a whole file, cheapest first: one that exhausts the budget leaves the following ones undecided. */
export const fileChecks = [
  duplicateUserAgent,
  splitGroup,
  duplicateGroup,
  shadowedGroup,
  managedGroup,
  misspeltCrawler,
  formerCrawler,
  crawlDelayIgnored,
  emptyGroup,
  everythingBlocked,
  homePageBlocked,
  starIgnored,
  searchBlocked,
  sideEffect,
  operatorPartlyBlocked,
  preferencesNotInherited,
  conflictingPreferences,
  contradictedPreference,
  preferenceInGroup,
  robotsTxtBlocked,
  sitemapOverHttp,
  sitemapOnTestHost,
  sitemapBlocked,
  ruleNeverWins,
  ruleChangesNothing,
  allowReopensNothing,
  decidedByTie,
  assetsBlocked,
  dropsEveryonesRules,
  mergedGroups,
  crawlersDisagree,
] as const;

const notices = [undecided, unusedIgnore, omitted] as const;

type LineChecks = (typeof lineChecks)[number];
type Checks = LineChecks | (typeof fileChecks)[number] | (typeof notices)[number];

export type DiagnosticCode = Checks['code'];

/** Codes about single lines, which `lineDiagnostics` returns. */
export type LineDiagnosticCode = LineChecks['code'];

/** What the registry says about a code. */
export interface DiagnosticInfo<Clause extends string = string>
  extends Omit<CheckFacts<string, Clause>, 'code'> {
  readonly fixable: boolean;
}

/** The registry of all diagnostic codes, in documentation order. */
export const diagnosticCodes = /* @__PURE__ */ registry() as {
  readonly [Check in Checks as Check['code']]: DiagnosticInfo<Check['clause']>;
};

function registry(): Readonly<Record<string, DiagnosticInfo>> {
  const checks: readonly CheckFacts[] = [...lineChecks, ...fileChecks, ...notices];
  return Object.fromEntries(
    checks.map(({ code, about, severity, clause, title, description, fixable = false }) => [
      code,
      { about, severity, clause, title, description, fixable },
    ]),
  );
}
