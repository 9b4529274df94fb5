/** Counts sites whose robots.txt could not be used, for the end of a run over live sites. */
import type { Provenance } from '@repkit/client';
import type { Access, Dialect } from '@repkit/core';
import { otherContent } from '@repkit/core/analysis';

interface Problem {
  count: number;
  readonly example: string;
  readonly detail: string;
}

/** Sites without usable rules, by reason. */
export class SiteProblems {
  /** The counted sites: the rules of a site may be loaded again in a run. */
  readonly #sites = new Set<string>();
  readonly #unreachable = new Map<string, Problem>();
  readonly #otherContent = new Map<string, Problem>();

  /** Counts a site at most once. `dialect` interprets its file. */
  add(access: Access, provenance: Provenance, dialect: Dialect): void {
    const { origin, reason, status, detail = '' } = provenance;
    if (this.#sites.has(origin)) return;
    const example = { example: origin, detail };
    if (provenance.access === 'unreachable') {
      this.#sites.add(origin);
      count(this.#unreachable, reason === 'status' ? `status ${status}` : `${reason}`, example);
    } else if (access.kind === 'file') {
      const other = otherContent(access.file.in(dialect));
      if (other === undefined) return;
      this.#sites.add(origin);
      count(this.#otherContent, other, example);
    }
  }

  /** Returns a sentence per reason, the most frequent first, with an example and the option that helps. */
  *sentences(): Generator<string> {
    const byCount = [...this.#unreachable].sort(([, a], [, b]) => b.count - a.count);
    for (const [reason, { count, example, detail }] of byCount) {
      yield `${count} robots.txt ${count === 1 ? 'is' : 'are'} unreachable (${reason}), such as that of ${example}: ${detail}. ${HINTS[reason] ?? OTHER_HINT}`;
    }
    for (const [other, { count, example }] of this.#otherContent) {
      yield `${count} robots.txt ${count === 1 ? 'is' : 'are'} ${other}, such as that of ${example}; ` +
        'crawlers ignore nearly all of it.';
    }
  }
}

function count(problems: Map<string, Problem>, key: string, first: Omit<Problem, 'count'>): void {
  const found = problems.get(key);
  if (found === undefined) problems.set(key, { ...first, count: 1 });
  else found.count++;
}

const HINTS: Readonly<Record<string, string | undefined>> = {
  'refused-address': 'Use --allow to permit non-public hosts.',
  timeout: 'Use --timeout to wait longer.',
  'status 429': 'Use --treat-429 to treat such sites as without a file.',
  proxy: 'Check the proxy variables of the environment, such as HTTPS_PROXY.',
};
const OTHER_HINT = 'Use --refresh to try again before the next retry is due.';
