/** Where a dialect's document says what a verdict rests on. */
import type { Dialect, DialectName, Verdict } from '@repkit/core';

type Clauses = Readonly<Partial<Record<Verdict['reason'], string>>>;

const CLAUSES: Readonly<Record<DialectName, Clauses>> = {
  rfc9309: {
    ...{ rule: 'RFC 9309 2.2.2', 'no-rule': 'RFC 9309 2.2.2', 'robots-txt': 'RFC 9309 2.2.2' },
    'no-group': 'RFC 9309 2.2.1',
  },
  'draft-koster-rep-00': {
    rule: 'draft-koster-rep-00 2.2.2',
    'no-rule': 'draft-koster-rep-00 2.2.2',
    'robots-txt': 'draft-koster-rep-00 2.2.2',
    'no-group': 'draft-koster-rep-00 2.2.1',
  },
  google: {
    rule: 'Google: order of precedence for rules',
    'empty-rule': 'Google: syntax, disallow',
    'no-rule': 'Google: order of precedence for rules',
    'no-group': 'Google: order of precedence for user agents',
  },
  koster1996: {
    ...{ rule: '1996 draft 3.2.2', 'no-rule': '1996 draft 3.2.2' },
    'no-group': '1996 draft 3.2.1',
  },
};

/** `undefined` where the dialect has no such verdict, or is none of the page's. */
export function clauseOf({ name }: Dialect, { reason }: Verdict): string | undefined {
  return new Map(Object.entries(CLAUSES)).get(name)?.[reason];
}
