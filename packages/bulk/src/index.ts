export { archiveStats } from './archive/byte-file.js';
export type { Archive, ArchiveEntry, Fault, Place, Section } from './archive/entry.js';
export { faultSentence, MOST_SHOWN_FAULTS, SectionReport, WHOLE } from './archive/entry.js';
export { type ArchiveKind, archiveKind, openArchive } from './archive/open-archive.js';
export { type Chunks, type FileOpener, fileBytes } from './file-bytes.js';
export { type BadRow, listedUrls } from './filter/block-filter.js';
export {
  FILTER_START,
  type FilteredBlock,
  type FilterOptions,
  type FilterPosition,
  filterUrls,
} from './filter/filter-urls.js';
export { type Input, joinInputs, withoutMark } from './input/input.js';
export { unpacked } from './input/unpacked.js';
export { readUrlSource, type UrlSource, type UrlSourceKind } from './input/url-source.js';
export { fileError, fullDisk, InputError, isInputError, isSystemError } from './input-error.js';
export type { RowsOptions } from './rows/rows.js';
export { type Outcome, parseChunks } from './rules/rules.js';
export type { FixedRules, LiveResult, LiveRules } from './rules/rules-source.js';
export { type SurveyedPart, type SurveyRun, surveyArchives } from './survey/archive-survey.js';
export { type PageSubject, surveyPage } from './survey/page.js';
export { SURVEY_FORMATS, type SurveyFormat } from './survey/section-survey.js';
export { type PlainTallies, Tallies } from './survey/tallies.js';
export { nodeSystem, type System } from './system.js';
export type { Thread } from './threads/pool.js';
export type { ThreadWork } from './threads/thread-work.js';
export { answerRows, type WorkerOptions } from './worker/worker-answers.js';
