export type {
  AllowedDecision,
  Decision,
  DisallowedDecision,
  Provenance,
  Source,
  UnreachableDecision,
} from './decision.js';
export type { ClientEventName, ClientEvents, Counters } from './events.js';
export { type HookOptions, RobotsDisallowedError } from './hooks/permit.js';
export type { ClientLimits, RobotsClientOptions } from './options.js';
export { originOf, robotsTxtUrl } from './origin.js';
export type { PageBody } from './page/html-head.js';
export type { Page, PageOptions, PageResponse } from './page/page.js';
export type {
  CachingHeaders,
  Copy,
  Entry,
  Failing,
  Forbidden,
  Settled,
  Unavailable,
  UnavailableReason,
  UnreachableReason,
} from './policy/entry.js';
export type { Effect, PolicyForecast } from './policy/forecast.js';
export {
  type CacheLifetime,
  type Policy,
  type PolicyChanges,
  type PolicyName,
  policies,
  type UnreachableStage,
} from './policy/policy.js';
export type { CheckOptions } from './query.js';
export { type Forecast, RobotsClient, type RobotsTxtResult } from './robots-client.js';
export type { Interval, Turn } from './schedule.js';
export { MemoryStore, type MemoryStoreOptions } from './store/memory-store.js';
export type {
  AcquireRequest,
  Acquisition,
  Commit,
  Lease,
  RemovedListener,
  Store,
  TurnStore,
} from './store/store.js';
export type { GuardOptions } from './transport/guard.js';
export type { HostAddress, LookupAddresses, TransportLimits } from './transport/options.js';
export type {
  BodyCharset,
  FailureKind,
  FetchOutcome,
  FetchRequest,
  Hop,
  ReceivedBody,
  ResponseHeaders,
  Transport,
  Validators,
} from './transport/outcome.js';
