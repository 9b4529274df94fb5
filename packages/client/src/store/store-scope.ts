/** Whose entries a client shares in a store. */
import { hash } from 'node:crypto';
import type { GuardOptions } from '../transport/options.js';

/**
 * What the keys of a client's entries begin with: its policy, and what its guard lets through. Else who may reach less
 * would be told what others have fetched for themselves, or they would be told of its refusals.
 */
export function storeScope(policy: string, guard: GuardOptions | undefined): string {
  if (guard === undefined) return policy;
  const { allowHosts = [], allowCidrs = [] } = guard;
  if (allowHosts.length + allowCidrs.length === 0) return `${policy}+guard`;
  const allowed = JSON.stringify([allowHosts.toSorted(), allowCidrs.toSorted()]);
  return `${policy}+guard-${hash('sha256', allowed).slice(0, 16)}`;
}
