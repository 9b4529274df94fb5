export { archiveStats } from './archive/byte-file.js';
export type { Archive, ArchiveEntry, EntryPosition, Fault } from './archive/entry.js';
export { ArchiveReport, faultMessage, MAX_SHOWN_FAULTS } from './archive/entry.js';
export { type ArchiveKind, archiveKind, openArchive } from './archive/open-archive.js';
export { bytesOf, utf8Text } from './bytes/bytes.js';
export { asyncOf, type Chunks, fileBytes } from './bytes/file-bytes.js';
export {
  diskFullError,
  fileError,
  InputError,
  isInputError,
  isSystemError,
} from './bytes/input-error.js';
export type { InvalidRow } from './filter/block-filter.js';
export {
  type FilteredBlock,
  type FilterOptions,
  filterUrls,
} from './filter/filter-urls.js';
export type { GivenRules } from './filter/rules.js';
export type { FixedRules, LiveRules } from './filter/rules-source.js';
export { decompress } from './input/decompress.js';
export { type Input, joinInputs, stripByteOrderMark } from './input/input.js';
export { parseChunks } from './input/parse-chunks.js';
export { type NamedColumns, PRINTS, type Print, type RowOutcome } from './rows/row-format.js';
export type { RowsOptions } from './rows/rows.js';
export { type SurveyedPart, type SurveyRun, surveyArchives } from './survey/archive-survey.js';
export { SURVEY_FORMATS, type SurveyFormat } from './survey/batch-survey.js';
export { csvLine } from './survey/columns.js';
export { type PageSubject, surveyPage } from './survey/page.js';
export { type PlainTallies, Tallies } from './survey/tallies.js';
export { inOrder } from './threads/in-order.js';
export { nodeSystem, type System } from './threads/system.js';
export {
  type StartThreads,
  startThreadsOf,
  type ThreadOptions,
  type Threads,
} from './threads/threads.js';
export {
  detectSitemap,
  readUrlSource,
  type UrlSource,
  type UrlSourceKind,
} from './urls/url-source.js';
