/** Runs cases against an implementation. No node:* imports, because browsers use it too. */
import type { Case, Check, CheckResult, Expected, Query } from './case.js';

export interface Failure {
  readonly id: string;
  /** The expected and the actual result. */
  readonly message: string;
}

type Outcome = CheckResult | { readonly error: unknown };

/** Returns the failed cases. Runs each string body also as UTF-8 bytes. */
export function runCases(cases: Iterable<Case>, check: Check): Failure[] {
  const failures: Failure[] = [];
  for (const { id, query, expected } of cases) {
    for (const body of bothForms(query.body)) {
      const outcome = outcomeOf(check, { ...query, body });
      if (holds(expected, outcome)) continue;
      const form = body === query.body ? '' : ' for the same body as bytes';
      const message = `expected ${describeExpected(expected)}, found ${describe(outcome)}${form}`;
      failures.push({ id, message });
      break;
    }
  }
  return failures;
}

function bothForms(body: Query['body']): Query['body'][] {
  return typeof body === 'string' ? [body, new TextEncoder().encode(body)] : [body];
}

function outcomeOf(check: Check, { body, productToken, url, dialect, maxBytes }: Query): Outcome {
  try {
    return check(body, productToken, url, dialect, maxBytes);
  } catch (error) {
    return { error };
  }
}

function holds(expected: Expected, outcome: Outcome): boolean {
  if (expected.kind === 'type-error') {
    return 'error' in outcome && outcome.error instanceof TypeError;
  }
  if ('error' in outcome || outcome.allowed !== expected.allowed) return false;
  const { step, governed } = expected;
  if (step !== undefined && step !== outcome.step) return false;
  if (governed !== undefined && governed !== outcome.governed) return false;
  return expected.line === undefined || outcome.line === expected.line;
}

function describeExpected(expected: Expected): string {
  return expected.kind === 'type-error' ? 'a TypeError' : describe(expected);
}

function describe(outcome: Outcome | (Pick<CheckResult, 'allowed'> & Partial<CheckResult>)): string {
  if ('error' in outcome) return String(outcome.error);
  const { allowed, line, step, governed } = outcome;
  const verdict = allowed ? 'allowed' : 'disallowed';
  const rule = line === 0 ? ' without a rule' : ` by line ${line}`;
  const ofProfile = governed === undefined ? '' : ` (${governed ? 'governed' : 'not governed'})`;
  return `${verdict}${line === undefined ? '' : rule}${step ? `, ${step}` : ''}${ofProfile}`;
}
