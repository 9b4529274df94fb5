export type {
  CheckedAllowed,
  CheckedDecision,
  CheckedDisallowed,
  CheckedNotGoverned,
  CheckedUnreachable,
  CheckedUnstated,
  Provenance,
  Source,
} from './client/decision.js';
export type { ClientEventName, ClientEvents, Counters } from './client/events.js';
export type { ClientLimits, RobotsClientOptions } from './client/options.js';
export type { Page, PageOptions, PageResponse, UseOptions } from './client/page.js';
export type { AccessOptions, CheckOptions } from './client/query.js';
export {
  type AccessResult,
  RobotsClient,
  type RobotsTxtResult,
} from './client/robots-client.js';
export type { Interval, Turn } from './client/schedule.js';
export type { CheckedUse, UseAnswer, UseDecision, UsePurpose, UseStep } from './client/use.js';
export { type HookOptions, RobotsDisallowedError } from './hooks/permit.js';
export type { PageBody } from './page/html-head.js';
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
export type {
  BodyCharset,
  FailureKind,
  FetchedHeaders,
  FetchOutcome,
  Hop,
  ReceivedBody,
  Validators,
} from './policy/fetch-outcome.js';
export { originOf, robotsTxtUrl } from './policy/origin.js';
export {
  type CacheLifetime,
  type Policy,
  type PolicyChanges,
  type PolicyName,
  policies,
  type UnreachableStage,
} from './policy/policy.js';
export { MemoryStore, type MemoryStoreOptions } from './store/memory-store.js';
export type { Release, SetOptions, Store } from './store/store.js';
export type { GuardOptions } from './transport/guard.js';
export type { HostAddress, LookupAddresses, TransportLimits } from './transport/options.js';
export type { FetchRequest, Transport } from './transport/transport.js';
