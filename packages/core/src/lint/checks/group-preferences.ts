/** Checks of the preferences in a whole file: which crawlers they apply to, and whether they contradict each other. */
import { type Audience, ORIGIN, targetFor } from '../../analysis/audience.js';
import { isAbsoluteUrl } from '../../file/groups.js';
import { applyingLines, decidingLines, pathOf } from '../../preferences/aipref.js';
import { linesFor, type PreferenceLine, preferenceLines } from '../../preferences/statements.js';
import type { PreferenceUse } from '../../preferences/vocabularies.js';
import { wholeSiteRule } from './blocked-crawlers.js';
import {
  type FileContext,
  groupCheck,
  isOfLabels,
  linesInWords,
  namesInWords,
  quoted,
  recordsOn,
  ruleInWords,
  userAgentSpan,
} from './check.js';
import { statedUses } from './preferences.js';

type LineSource = PreferenceLine['source'];

const MAX_NAMES = 3;
const MAX_PATHS = 20;
const USES_IN_WORDS = {
  training: 'AI training',
  input: 'AI input',
  search: 'search',
} as const satisfies Record<PreferenceUse, string>;

export const preferencesNotInherited = groupCheck({
  code: 'preferences-not-inherited',
  title: 'Preferences not inherited',
  description:
    'The groups for "*" refuse a use, but a crawler with a group of its own, which states no preference, does not read them.',
  find: function* (context) {
    const { star, all } = context.audiences;
    if (star === undefined) return;
    const refusals = linesOf(star, context).flatMap((line) =>
      statedUses(line).some(({ isRefused }) => isRefused) ? line.source : [],
    );
    if (refusals.length === 0) return;
    const openAudiences = all.filter(
      (audience) => linesOf(audience, context).length === 0 && wholeSiteRule(audience) === undefined && !isOfLabels(audience),
    );
    if (openAudiences.length === 0) return;
    const names = openAudiences.map(({ tokens }) => tokens[0]);
    const why = names.length === 1 ? 'It has its own group' : 'They have groups of their own';
    yield {
      message: `The preferences for "*" on ${linesInWords(refusals)} do not apply to ${namesInWords(names, { limit: MAX_NAMES })}. ${why}, so repeat the preferences there.`,
      span: refusals[0].span,
      related: openAudiences
        .slice(0, MAX_NAMES)
        .flatMap(({ matcher: { group } }) => (group ? userAgentSpan(context.robotsTxt, group) : [])),
    };
  },
});

export const conflictingPreferences = groupCheck({
  code: 'conflicting-preferences',
  clause: 'draft-ietf-aipref-vocab-08, contentsignals.org',
  title: 'Conflicting preferences',
  description: 'Content-Usage and Content-Signal lines that apply to the same URL permit a use and refuse it.',
  find: function* (context) {
    const seen = new Set<string>();
    for (const audience of context.audiences.all) {
      const lines = linesOf(audience, context);
      for (const target of lines.length === 0 ? [] : targetsOf(lines)) {
        // Each target is compared with all rules and all paths.
        if (!context.budget.spend(audience.matcher.rules.length + lines.length)) {
          context.leaveUndecided(audience);
          break;
        }
        if (!audience.matcher.isAllowed(`${ORIGIN}${target}`)) continue;
        const conflict = conflictOn(target, lines, context);
        if (conflict === undefined) continue;
        const [first, second] = conflict.sources;
        const key = `${first.line} ${second.line}`;
        if (seen.has(key)) continue;
        seen.add(key);
        const contradiction =
          first.line === second.line
            ? `${quoted(first.text)} contradicts itself`
            : `${quoted(first.text)} on line ${first.line} and ${quoted(second.text)} on line ${second.line} contradict each other`;
        const message = `${contradiction} about ${USES_IN_WORDS[conflict.use]}. Crawlers may follow either. Keep one.`;
        const related = first.line === second.line ? [] : [first.span];
        yield { message, span: second.span, related, witness: target };
      }
    }
  },
});

export const contradictedPreference = groupCheck({
  code: 'contradicted-preference',
  clause: 'draft-ietf-aipref-vocab-08, contentsignals.org',
  title: 'Permitted use of a blocked site',
  description: 'A Content-Usage or Content-Signal line permits a use, but the rules block the same crawlers from the whole site.',
  find: function* (context) {
    const seen = new Set<number>();
    for (const audience of context.audiences.all) {
      // A group for a label restricts a use, not the crawlers that fetch.
      const rule = isOfLabels(audience) ? undefined : wholeSiteRule(audience);
      for (const line of rule === undefined ? [] : linesOf(audience, context)) {
        const permitted = statedUses(line).find(({ isRefused }) => !isRefused);
        const { text, span } = line.source;
        if (permitted === undefined || rule === undefined || seen.has(span.line)) continue;
        seen.add(span.line);
        yield {
          message: `${quoted(text)} permits ${USES_IN_WORDS[permitted.use]}, but line ${rule.line} (${ruleInWords(rule)}) blocks ${quoted(audience.tokens[0])} from the whole site. Crawlers cannot use what they may not fetch. Remove one of the two.`,
          span,
          related: [rule.span],
        };
      }
    }
  },
});

/** Returns a target for lines without a path, and one for each path of the other lines. */
function targetsOf(lines: readonly PreferenceLine[]): ReadonlySet<string> {
  const paths = lines.flatMap(({ source }) => pathOf(source.text) ?? []);
  return new Set(['/', ...paths.slice(0, MAX_PATHS).map((path) => targetFor(path))]);
}

interface Conflict {
  readonly use: PreferenceUse;
  readonly sources: readonly [LineSource, LineSource];
}

function conflictOn(target: string, lines: readonly PreferenceLine[], { robotsTxt }: FileContext): Conflict | undefined {
  const usage = lines.filter(({ field }) => field === 'content-usage');
  const signals = lines.filter(({ field }) => field === 'content-signal');
  const stated = new Map<string, LineSource>();
  const url = ORIGIN + target;
  const applying = [...decidingLines(robotsTxt, url, usage), ...applyingLines(robotsTxt, url, signals).keys()];
  for (const line of applying.sort((a, b) => a.source.line - b.source.line)) {
    for (const { use, isRefused } of statedUses(line)) {
      const contradicting = stated.get(`${use} ${!isRefused}`);
      if (contradicting !== undefined) return { use, sources: [contradicting, line.source] };
      stated.set(`${use} ${isRefused}`, line.source);
    }
  }
  return undefined;
}

/** How many lines above a preference to search for a blank line or a sitemap, which suggest that it is meant for all crawlers. */
const LINES_ABOVE = 3;
const SEPARATED_FIELDS = ['license', 'content-usage', 'content-signal'] as const;

export const preferenceInGroup = groupCheck({
  code: 'preference-in-group',
  title: 'Preference for one group only',
  description:
    'A blank line or a sitemap sets the preference or license apart, but it still belongs to the group above it, and other crawlers do not see it.',
  find: function* ({ robotsTxt, audiences: { all, star, complete } }) {
    if (!complete) return;
    const { ofGroup, groupOf } = preferenceLines(robotsTxt);
    const groupsOf = ({ matcher }: Audience) => matcher.group?.userAgentLines.map((line) => groupOf.get(line)) ?? [];
    const starGroups = star === undefined ? [] : groupsOf(star);
    const preferences: { readonly group: number; readonly line: PreferenceLine }[] = [];
    for (const field of SEPARATED_FIELDS) {
      const firstOf = new Map<number | undefined, PreferenceLine>();
      for (const [group, lines] of ofGroup) {
        const first = lines.find((line) => line.field === field && (field !== 'license' || isAbsoluteUrl(line.source.text)));
        if (first !== undefined) firstOf.set(group, first);
      }
      // Licenses before any group apply to all crawlers. Another check reports signals for "*".
      const isForAll = field === 'license' ? firstOf.has(undefined) : starGroups.some((group) => firstOf.has(group));
      if (isForAll) continue;
      for (const [group, line] of firstOf) {
        if (group === undefined) continue;
        const reachesAll = star !== undefined && all.every((audience) => groupsOf(audience).includes(group));
        if (!reachesAll) preferences.push({ group, line });
      }
    }
    const above = recordsOn(
      robotsTxt,
      preferences.flatMap(({ line: { source } }) => Array.from({ length: LINES_ABOVE }, (_, index) => source.line - 1 - index)),
    );
    for (const {
      group,
      line: { field, source },
    } of preferences) {
      let line = source.line - 1;
      while (above.get(line)?.kind === 'comment') line--;
      const kind = above.get(line)?.kind;
      if (kind !== 'blank' && kind !== 'sitemap') continue;
      const [name = ''] = robotsTxt.groups[group].productTokens;
      const readers = name === '*' ? 'crawlers without a group of their own' : quoted(name);
      const [noun, advice] =
        field === 'license'
          ? ['license', 'Move it before the first group if it applies to all crawlers.']
          : ['preference', 'If it applies to all crawlers, repeat it in every group.'];
      yield {
        message: `This ${noun} belongs to the group above it, so only ${readers} can see it. ${advice}`,
        span: source.span,
      };
    }
  },
});

/** Returns the content-usage and content-signal lines in the groups of an audience. */
function linesOf({ matcher }: Audience, { robotsTxt }: FileContext): PreferenceLine[] {
  return (['content-usage', 'content-signal'] as const).flatMap((field) => linesFor(robotsTxt, matcher.group, field).inGroups);
}
