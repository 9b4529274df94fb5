export { type Collected, type CollectOptions, collectRun } from './collect.js';
export {
  FleetRun,
  type PieceState,
  type RunIdentity,
  type RunRecord,
  type StoredPiece,
  type WorkerFigures,
} from './fleet-run.js';
export { type FleetJob, type JobCounts, JobQueue, QUEUE_NAME } from './job-queue.js';
export { partFile, runFolder } from './part-rows.js';
export { type FleetStatus, watchRun } from './status.js';
export { type SubmitOptions, type SubmitProgress, submitUrls } from './submit.js';
export { type ClientSettings, type WorkOptions, workOnRun } from './work.js';
