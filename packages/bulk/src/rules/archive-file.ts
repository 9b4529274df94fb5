/** robots.txt responses in one file: a store of the client, NDJSON or WARC. Bodies are read when somebody asks. */
import type { Policy } from '@repkit/client/access';
import { originOf } from '@repkit/client/origin';
import type { DialectName } from '@repkit/core';
import {
  type ArchiveEntry,
  entryAccess,
  faultSentence,
  MOST_SHOWN_FAULTS,
  type SectionReport,
} from '../archive/entry.js';
import { openArchive } from '../archive/open-archive.js';
import { SiteIndex } from '../archive/site-index.js';
import type { SiteRules } from './origin-rules.js';
import { parseChunks, type Rules, rulesByAccess, rulesOf } from './rules.js';

export interface ArchiveFileOptions {
  readonly file: string;
  readonly policy: Policy;
  readonly dialect: DialectName;
  readonly productTokens: readonly string[];
  /** Of sites that are not in it, and of redirects that lead out of it. */
  readonly missing: Rules;
  /** Is told what of it cannot be read. */
  readonly warn: (sentence: string) => void;
}

/** RFC 9309 2.3.1.2: at least five. */
const MOST_REDIRECTS = 5;

/** Reads the file once for its sites. Throws an InputError if it cannot be read, or is not an archive. */
export async function archiveFile(options: ArchiveFileOptions): Promise<SiteRules> {
  const { file, policy, dialect, productTokens, missing } = options;
  const index = await SiteIndex.of(await openArchive(file));
  tellFaults(index.report, options);
  async function load(url: string): Promise<Rules> {
    let asked = url;
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      const entry = await index.entryFor(asked);
      if (entry === undefined) return missing;
      const access = entryAccess(entry, policy);
      if (access === 'body') {
        return rulesOf(await parseChunks([entry.body], dialect), productTokens);
      }
      if (access !== 'redirect') return rulesByAccess(access);
      const target = targetOf(entry);
      if (target === undefined) return missing;
      asked = target;
    }
    return rulesByAccess(policy.tooManyRedirects);
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

/** Where a redirect leads; undefined where that is no robots.txt, of which an archive has nothing. */
function targetOf({ location, url, site }: ArchiveEntry): string | undefined {
  const target = location === undefined ? null : URL.parse(location, url ?? site);
  if (target === null || target.pathname !== '/robots.txt') return undefined;
  return originOf(target.href) === site ? undefined : target.href;
}
