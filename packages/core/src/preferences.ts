/** Usage preferences and page-level rules: the entry `@repkit/core/preferences`. */
export {
  type MetaElement,
  type PageDirective,
  type PageDirectiveSource,
  readRobotsHeader,
  readRobotsMeta,
} from './http/directives.js';
export { fieldValues, type ResponseHeaders } from './http/structured-fields.js';
export {
  type PageRuleEngine,
  type PageRuleEngineName,
  pageRuleEngines,
} from './page-rules/engines.js';
export {
  type IgnoredDirective,
  type IgnoredDirectiveReason,
  type PageInput,
  type PageRuleContradiction,
  type PageRuleOptions,
  type PageRules,
  pageRules,
} from './page-rules/page-rules.js';
export { type AiprefPreferences, aiprefDialect } from './preferences/aipref.js';
export {
  type ComparedStatement,
  type PreferenceConflict,
  type PreferenceOptions,
  type Preferences,
  preferences,
  type TrainingSignalPreferences,
} from './preferences/preferences.js';
export type {
  ContentSignalPreferences,
  ContentUse,
  License,
  LinkElement,
  RslPreferences,
} from './preferences/signals-and-licenses.js';
export type {
  IgnoredPreference,
  IgnoredPreferences,
  IgnoredReason,
  Preference,
  PreferenceSource,
  PreferenceStatement,
  PreferenceValue,
} from './preferences/statements.js';
export type { TdmrepFile, TdmrepPreferences } from './preferences/tdmrep.js';
export {
  type AiprefVocabulary,
  aiprefVocabularies,
  comparableCategories,
  type MechanismVersion,
  type PolicyToken,
  type PreferenceMechanism,
  type PreferenceUse,
} from './preferences/vocabularies.js';
