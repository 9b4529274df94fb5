/** The rules of a site for the crawlers of a run. */
import { changedPolicy, type Policy, type PolicyChanges, policyFor } from '@repkit/client/access';
import {
  type Access,
  type Crawler,
  type Decider,
  type DialectName,
  decider,
  type Overrides,
  type RobotsFile,
} from '@repkit/core';

/** Receives a message about the rules or the input; `incomplete` if these end too early, so that something is missing. */
export type Warn = (message: string, kind?: 'incomplete') => void;

/** What the caller requests explicitly, as plain data. The rest follows from the documentation of each crawler. */
export interface RuleOverrides extends Pick<PolicyChanges, 'treat429' | 'softNotFound'> {
  readonly policy?: Policy | undefined;
  readonly dialect?: DialectName | undefined;
}

/** A decider per crawler. */
export type Rules = readonly Pick<Decider, 'outcomeAt' | 'decide'>[];

/** What a site permits to a crawler with this policy and index. */
export type AccessUnder = (policy: Policy, index: number) => Access;

/** Creates the rules of sites for some crawlers. */
export class CrawlerRules {
  readonly #crawlers: readonly Crawler[];
  readonly #overrides: Overrides;
  readonly #policies: readonly Policy[];
  /** Deciders of sites without a file, by access and crawler: millions of sites may have the same. */
  readonly #withoutFile = new Map<string, Decider>();

  constructor(crawlers: readonly Crawler[], overrides: RuleOverrides) {
    const { policy, dialect } = overrides;
    this.#crawlers = crawlers;
    this.#overrides = { policy, dialect };
    this.#policies = crawlers.map((crawler) => changedPolicy(policyFor(crawler, policy), overrides));
  }

  ofFile(file: RobotsFile): Rules {
    return this.of(() => ({ kind: 'file', file }));
  }

  of(accessUnder: AccessUnder): Rules {
    return this.#crawlers.map((crawler, index) => {
      const access = accessUnder(this.#policies[index] as Policy, index);
      if (access.kind === 'file') return decider(access, crawler, this.#overrides);
      const key = `${access.kind} ${index}`;
      const found = this.#withoutFile.get(key) ?? decider(access, crawler, this.#overrides);
      this.#withoutFile.set(key, found);
      return found;
    });
  }
}
