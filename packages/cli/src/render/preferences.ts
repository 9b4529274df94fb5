/** Usage preferences as lines of text. */
import { parseRobotsTxt, type RobotsTxt } from '@repkit/core';
import {
  type IgnoredPreference,
  type Preference,
  type PreferenceMechanism,
  type PreferenceSource,
  type Preferences,
  preferences,
} from '@repkit/core/preferences';
import type { CheckResult } from '../input/check-result.js';
import { shown } from '../program/terminal.js';
import { section } from './prose.js';

/** Preferences next to a result that already contains the verdict. */
export type StatedPreferences = Omit<Preferences, 'access'>;

/** For sites without rules. */
export const NO_RULES: RobotsTxt = parseRobotsTxt('');

export const MECHANISMS: Readonly<Record<PreferenceMechanism, string>> = {
  aipref: 'AIPREF',
  contentSignals: 'Content Signals',
  tdmrep: 'TDMRep',
  trainingSignal: 'training preference signal',
};

const WHY_IGNORED: Readonly<Record<IgnoredPreference['reason'], string>> = {
  'invalid-syntax': 'invalid syntax',
  'invalid-value': 'invalid value',
  'unknown-label': 'unknown label',
  'earlier-label': 'label of an earlier revision',
  'outside-group': 'outside any group',
  'not-absolute': 'not an absolute URL',
};

/** Returns what the robots.txt states about the URL of a result. */
export function preferencesOf(result: CheckResult): StatedPreferences {
  const { url, crawler } = result;
  const robotsTxt = result.by === 'rules' ? result.robotsTxt : NO_RULES;
  const { access: _, ...stated } = preferences(robotsTxt, url, crawler);
  return stated;
}

/** Returns the preferences and their conflicts, each line with its line break. */
export function preferenceLines(stated: StatedPreferences): string {
  const { aipref, contentSignals, rsl, tdmrep, conflicts } = stated;
  const { use } = contentSignals;
  const mechanisms = Object.keys(MECHANISMS) as PreferenceMechanism[];
  const lines = [
    ...mechanisms.flatMap((mechanism) => {
      const values = Object.entries(stated[mechanism].categories).flatMap(valueText);
      return values.length === 0 ? [] : [`${MECHANISMS[mechanism]}: ${values.join(', ')}`];
    }),
    ...(use === undefined ? [] : [`Content Signals: use=${use.value} (${locationOf(use.source)})`]),
    ...rsl.licenses.map(({ url, source }) => `RSL license: ${shown(url)} (${locationOf(source)})`),
    ...[aipref, contentSignals, rsl, tdmrep].flatMap(({ ignored }) =>
      ignored.map(({ reason, text, source }) => `ignored: ${shown(text)} (${locationOf(source)}): ${WHY_IGNORED[reason]}`),
    ),
    ...conflicts.map((conflict) => `conflict: ${conflictText(conflict)}`),
  ];
  return section('preferences:', lines, 'none stated');
}

function valueText([category, { value, statements }]: [string, Preference]): string[] {
  if (value === 'unstated') return [];
  const deciding = statements.filter((statement) => statement.value === value);
  return [`${category}=${value} (${deciding.map(({ source }) => locationOf(source)).join(', ')})`];
}

/** Names the statements that contradict each other, such as `AIPREF train-ai=no (line 4)`. */
function conflictText({ use, statements }: Preferences['conflicts'][number]): string {
  const all = statements.map(
    ({ mechanism, category, value, source }) => `${MECHANISMS[mechanism]} ${category}=${value} (${locationOf(source)})`,
  );
  return `${use}: ${all.join(', ')}`;
}

/** Returns where a preference is stated, such as `line 4`. */
export function locationOf(source: PreferenceSource): string {
  if (source.in === 'tdmrep.json') return `rule ${source.index + 1} of tdmrep.json`;
  if (source.in === 'header') return `${source.name} header`;
  if (source.in === 'html') return `${source.name} element`;
  const only = source.scope === undefined ? '' : `, only ${shown(source.scope)}`;
  return `line ${source.line}${only}`;
}
