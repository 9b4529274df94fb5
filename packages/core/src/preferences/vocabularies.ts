/** The mechanisms for usage preferences as dated data. A new revision of a document is a new entry. */
import { contentSignalDocument, contentUsageDocument, licenseDocument } from '../dialect/fields.js';
import { labelDraft } from '../file/label.js';

/** The document that a mechanism follows. */
export interface MechanismVersion {
  readonly name: string;
  /** The date of the document, as YYYY-MM-DD. */
  readonly date: string;
  readonly source: string;
}

/** Returns only the members that identify the document. */
export function versionOf({ name, date, source }: MechanismVersion): MechanismVersion {
  return { name, date, source };
}

/** The labels of a revision of draft-ietf-aipref-vocab. */
export interface AiprefVocabulary extends MechanismVersion {
  readonly labels: readonly string[];
  /** Labels of earlier revisions, which this one does not define. */
  readonly earlierLabels: readonly string[];
}

/** How AIPREF preferences are attached to content. */
export const aiprefAttachment: MechanismVersion = contentUsageDocument;

/** The revisions of the AIPREF vocabulary by name. The default is the latest. */
export const aiprefVocabularies = {
  'vocab-08': {
    name: 'draft-ietf-aipref-vocab-08',
    date: '2026-09-13',
    source: 'https://datatracker.ietf.org/doc/html/draft-ietf-aipref-vocab-08',
    labels: ['train-ai', 'ai-use', 'search'],
    earlierLabels: ['ai', 'genai', 'tdm', 'all', 'bots', 'ai-output', 'train-genai'],
  },
} as const satisfies Readonly<Record<string, AiprefVocabulary>>;

/** A product token that states a preference instead of identifying a crawler. */
export interface PolicyToken {
  readonly token: string;
  /** The use that the token is about, such as `training`. */
  readonly category: string;
}

/**
 * The training preference signal. The abstract of its draft defines groups for policy tokens. The name of the token is that of
 * a tool published on 2026-11-11; it was not checked against the draft, whose text was not available on 2026-11-29.
 */
export const trainingSignal: MechanismVersion & {
  /** The document that reserves names of this form. */
  readonly labels: MechanismVersion;
  readonly policyTokens: readonly PolicyToken[];
} = {
  name: 'draft-kelley-aipref-training-preference-signal-00',
  date: '2026-10-30',
  source: 'https://datatracker.ietf.org/doc/html/draft-kelley-aipref-training-preference-signal-00',
  labels: versionOf(labelDraft),
  policyTokens: [{ token: '__usage_ai-training', category: 'training' }],
};

export const contentSignals = {
  ...contentSignalDocument,
  signals: ['search', 'ai-input', 'ai-train'],
  /** The values of the experimental signal `use`. */
  uses: ['immediate', 'reference', 'full'],
} as const satisfies MechanismVersion & Readonly<Record<string, unknown>>;

export const rsl: MechanismVersion = licenseDocument;

export const tdmrep: MechanismVersion = {
  name: 'TDM Reservation Protocol',
  date: '2024-05-10',
  source: 'https://www.w3.org/community/reports/tdmrep/CG-FINAL-tdmrep-20240510/',
};

/** A use of content for which several mechanisms have a category. */
export type PreferenceUse = 'training' | 'input' | 'search';

/** The mechanisms with preferences that can be compared. */
export type PreferenceMechanism = 'aipref' | 'trainingSignal' | 'contentSignals' | 'tdmrep';

/**
 * Categories of roughly the same use. No document defines this mapping. It serves only to find conflicts and the strictest
 * preference, and never changes what is reported for a mechanism.
 */
export const comparableCategories: Readonly<Record<PreferenceUse, Readonly<Partial<Record<PreferenceMechanism, string>>>>> = {
  training: {
    aipref: 'train-ai',
    trainingSignal: 'training',
    contentSignals: 'ai-train',
    tdmrep: 'tdm',
  },
  input: { aipref: 'ai-use', contentSignals: 'ai-input' },
  search: { aipref: 'search', contentSignals: 'search' },
};
