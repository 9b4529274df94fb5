// Throws in unsupported runtimes, before a module uses what they lack.
import '@repkit/client/transport';

export { archiveStats } from './archive/byte-file.js';
export type { Archive, ArchiveEntry, EntryPosition, Fault } from './archive/entry.js';
export { ArchiveReport, faultMessage, MAX_SHOWN_FAULTS } from './archive/entry.js';
export { type ArchiveKind, archiveKind, openArchive } from './archive/open-archive.js';
export { type AddressList, parseAddressList } from './audit/address-list.js';
export { type AuditRun, auditLogs, fetchLines } from './audit/audit-logs.js';
export { type AuditOptions, Auditor } from './audit/auditor.js';
export {
  folderHistory,
  type HistoryIndex,
  INDEX_NAME,
  type Observation,
  parseIndex,
  readSnapshot,
  record,
  snapshotAt,
} from './audit/history-index.js';
export {
  type Identities,
  type IdentitySources,
  type IdentityState,
  identities,
} from './audit/identity.js';
export { auditPage } from './audit/page.js';
export {
  type AuditReport,
  type CrawlerReport,
  type Finding,
  mergeReports,
} from './audit/report.js';
export {
  reportNotes,
  reportSentences,
  reportTable,
  shortTable,
  undecidedSentence,
  worstRules,
} from './audit/report-text.js';
export { type NameLimits, type NameLookups, ReverseDns } from './audit/reverse-dns.js';
export type { FileVersion, History } from './audit/versions.js';
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
export type { RuleOverrides } from './filter/rules.js';
export type { FixedRules, LiveRules } from './filter/rules-source.js';
export { decompress } from './input/decompress.js';
export { type Input, joinInputs, stripByteOrderMark } from './input/input.js';
export { csvBlocks } from './rows/csv.js';
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
