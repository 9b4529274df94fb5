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

/** What the caller requests explicitly, as plain data. The rest follows from the documentation of each crawler. */
export interface GivenRules extends Pick<PolicyChanges, 'treat429' | 'softNotFound'> {
  readonly policy?: Policy | undefined;
  readonly dialect?: DialectName | undefined;
}

/** A decider per crawler of the run. */
export type Rules = readonly Pick<Decider, 'outcomeAt'>[];

type AccessWithoutFile = Exclude<Access['kind'], 'file'>;

/** Creates the rules of sites. */
export class RulesOfSites {
  readonly #crawlers: readonly Crawler[];
  readonly #given: Overrides;
  /** The policy of each crawler. */
  readonly #policies: readonly Policy[];
  readonly #withoutFile = new Map<string, Decider>();

  constructor(crawlers: readonly Crawler[], given: GivenRules) {
    const { policy, dialect } = given;
    this.#crawlers = crawlers;
    this.#given = { policy, dialect };
    this.#policies = crawlers.map((crawler) => changedPolicy(policyFor(crawler, policy), given));
  }

  get count(): number {
    return this.#crawlers.length;
  }

  /** The number of redirects that some crawler of the run follows. */
  get maxRedirects(): number {
    return Math.max(0, ...this.#policies.map(({ maxRedirects }) => maxRedirects));
  }

  /** Returns the rules at the end of a chain of redirects, which is too long for some policies. */
  afterRedirects(redirects: number, rules: Rules): Rules {
    const tooMany = this.ofAccess(({ tooManyRedirects: kind }) => ({ kind }));
    return this.#policies.map(
      ({ maxRedirects }, index) =>
        (redirects > maxRedirects ? tooMany[index] : rules[index]) as Rules[number],
    );
  }

  ofFile(file: RobotsFile): Rules {
    return this.#crawlers.map((crawler) => decider({ kind: 'file', file }, crawler, this.#given));
  }

  /** Returns the rules of a site whose access depends on the policy of the crawler. */
  ofAccess(accessUnder: (policy: Policy, index: number) => Access): Rules {
    return this.#policies.map((policy, index) => {
      const access = accessUnder(policy, index);
      const crawler = this.#crawlers[index] as Crawler;
      if (access.kind === 'file') return decider(access, crawler, this.#given);
      return this.#deciderWithoutFile(access.kind, index, crawler);
    });
  }

  #deciderWithoutFile(kind: AccessWithoutFile, index: number, crawler: Crawler): Decider {
    const key = `${kind} ${index}`;
    const found = this.#withoutFile.get(key) ?? decider({ kind }, crawler, this.#given);
    this.#withoutFile.set(key, found);
    return found;
  }
}
