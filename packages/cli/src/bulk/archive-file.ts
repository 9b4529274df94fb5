/** robots.txt responses in one file: a store of the client, NDJSON or WARC. Bodies are read when somebody asks. */
import { originOf, type PolicyName } from '@repkit/client';
import type { DialectName } from '@repkit/core';
import type { OUTCOME_OF_ACCESS } from '../answer.js';
import type { ArchiveEntry, SectionReport } from '../archive/entry.js';
import { faultSentence, MOST_SHOWN_FAULTS } from '../archive/faults.js';
import { archiveKind, openArchive } from '../archive/open-archive.js';
import { SiteIndex } from '../archive/site-index.js';
import { parseChunks } from '../read-robots.js';
import type { SiteRules } from './origin-rules.js';
import { type Rules, rulesByAccess, rulesOf } from './rules.js';

export interface ArchiveFileOptions {
  readonly file: string;
  readonly policy: PolicyName;
  readonly dialect: DialectName;
  readonly productTokens: readonly string[];
  /** Of sites that are not in it, and of redirects that lead out of it. */
  readonly missing: Rules;
  /** Is told what of it cannot be read. */
  readonly warn: (sentence: string) => void;
}

/** RFC 9309 2.3.1.2: at least five. */
const MOST_REDIRECTS = 5;

/** Status codes by which a site as a whole is restricted (Koster 1996 3.1). */
const FORBIDS: Readonly<Record<PolicyName, readonly number[]>> = {
  rfc9309: [],
  google: [],
  'google-2026': [],
  koster1996: [401, 403],
};

/** Reads the file once for its sites. Throws a CommandError where it cannot be read, or is no archive. */
export async function archiveFile(options: ArchiveFileOptions): Promise<SiteRules> {
  const { file, policy, dialect, productTokens, missing } = options;
  const kind = archiveKind(file);
  const index = await SiteIndex.of(await openArchive(file, kind));
  tellFaults(index.report, options);
  async function load(url: string): Promise<Rules> {
    let asked = url;
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      const entry = await index.entryFor(asked);
      if (entry === undefined) return missing;
      // The store has no status of those that could not be asked at all.
      if (kind === 'sqlite' && entry.status === undefined && entry.body.length === 0) {
        return rulesByAccess('unreachable');
      }
      const access = accessOf(entry.status ?? 200, policy);
      if (access === 'rules') {
        return rulesOf(await parseChunks([entry.body], dialect), productTokens);
      }
      if (access !== 'redirect') return rulesByAccess(access);
      const target = targetOf(entry);
      if (target === undefined) return missing;
      asked = target;
    }
    return rulesByAccess('unavailable');
  }

  return { load, close: async () => index.close() };
}

function tellFaults(
  { faults, faultCount }: SectionReport,
  { file, warn }: ArchiveFileOptions,
): void {
  if (faultCount === 0) return;
  for (const fault of faults.slice(0, MOST_SHOWN_FAULTS)) warn(faultSentence(fault));
  const places = faultCount === 1 ? '1 place' : `${faultCount} places`;
  warn(
    `"${file}": ${places} could not be read; sites of which nothing else is there count as missing.`,
  );
}

/** RFC 9309 2.3.1, and what the policies of the client make of it otherwise. */
function accessOf(
  status: number,
  policy: PolicyName,
): 'rules' | 'redirect' | Exclude<keyof typeof OUTCOME_OF_ACCESS, 'robots-txt'> {
  if (status >= 200 && status < 300) return 'rules';
  if (status >= 300 && status < 400) return 'redirect';
  if (FORBIDS[policy].includes(status)) return 'forbidden';
  return status >= 400 && status < 500 && status !== 429 ? 'unavailable' : 'unreachable';
}

/** Where a redirect leads; undefined where that is no robots.txt, of which an archive has nothing. */
function targetOf({ location, url, site }: ArchiveEntry): string | undefined {
  const target = location === undefined ? null : URL.parse(location, url ?? site);
  if (target === null || target.pathname !== '/robots.txt') return undefined;
  return originOf(target.href) === site ? undefined : target.href;
}
