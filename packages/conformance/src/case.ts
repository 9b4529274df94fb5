/** Conformance cases: a query and its expected result. No node:* imports, because browsers run the cases too. */
import type { Crawler, DialectName, ProfileStep } from '@repkit/core';

export interface Query {
  readonly body: string | Uint8Array;
  /** One product token, or several, most specific first, or the profile of a known crawler. */
  readonly productToken: Crawler;
  readonly url: string;
  readonly dialect: DialectName;
  /** The parsing limit in bytes, if not the default. */
  readonly maxBytes?: number;
}

export interface CheckResult {
  readonly allowed: boolean;
  /** The line of the deciding rule, from 1; 0 if none decided. */
  readonly line: number;
  /** For a crawler profile: how it selects its group. */
  readonly step?: ProfileStep | undefined;
  /** For a crawler profile: false if the crawler does not apply the rules. */
  readonly governed?: boolean | undefined;
}

/** Checks a URL. Throws a TypeError if the query is invalid. */
export type Check = (
  body: Query['body'],
  productToken: Query['productToken'],
  url: string,
  dialect: DialectName,
  maxBytes?: number,
) => CheckResult;

export type Expected =
  /** `line` is absent if the source of the case does not give one. */
  | {
      readonly kind: 'verdict';
      readonly allowed: boolean;
      readonly line?: number;
      /** For a crawler profile: the expected step and whether the crawler applies the rules. */
      readonly step?: ProfileStep;
      readonly governed?: boolean;
    }
  | { readonly kind: 'type-error' };

export interface Case {
  /** Unique among all cases. */
  readonly id: string;
  readonly query: Query;
  readonly expected: Expected;
}

/** A case written for this project. */
export interface ClauseCase extends Case {
  /** The document and section, or the row of the table of dialects, that it tests. */
  readonly clause: string;
  /** The rows of the table of dialects that decide it. */
  readonly rows: readonly number[];
}
