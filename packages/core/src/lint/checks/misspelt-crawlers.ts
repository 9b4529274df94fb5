/** Reports product tokens that are probably misspelled names of well-known crawlers. */
import { type Diagnostic, diagnostic } from '../diagnostic.js';
import { editDistance } from '../nearest-name.js';
import { NEARBY_TOKENS, WELL_KNOWN_CRAWLERS } from '../well-known-crawlers.js';
import { type FileCheck, quoted, spanOf } from './check.js';
import { tokenLinesOf } from './groups.js';

/** Endings of well-known names that people omit: `ChatGPT`, `Google`. */
const ENDINGS = ['bot', '-user'];
/** Below this many characters, one edit often leads to the name of another crawler. */
const SHORTEST = 6;
/** From this many characters, two edits are accepted. */
const LONG = 12;

const CANDIDATES = WELL_KNOWN_CRAWLERS.map((name) => ({ name, folded: name.toLowerCase() }));
const KNOWN_TOKENS: ReadonlySet<string> = new Set(
  [...WELL_KNOWN_CRAWLERS, ...NEARBY_TOKENS].map((name) => name.toLowerCase()),
);

/**
 * Reports the first user-agent line of each such token. If the file also names the well-known crawler, its rules are
 * not lost. Linear in the names: only the well-known ones with the same first letter and a similar length are compared.
 */
export const misspeltCrawlers: FileCheck = function* ({ robotsTxt }): Generator<Diagnostic> {
  const byName = tokenLinesOf(robotsTxt);
  const named = new Set(byName.map(([{ token }]) => token.toLowerCase()));
  for (const [{ record, token }] of byName) {
    const nearest = nearestCrawler(token.toLowerCase());
    if (nearest === undefined || named.has(nearest.toLowerCase())) continue;
    yield diagnostic('misspelt-crawler', {
      message: `No known crawler is called ${quoted(token)}, so the group may apply to no crawler. Did you mean "${nearest}"?`,
      span: spanOf(record),
    });
  }
};

/** @param token in lower case */
function nearestCrawler(token: string): string | undefined {
  if (KNOWN_TOKENS.has(token)) return undefined;
  return CANDIDATES.find(({ folded }) => isNear(token, folded))?.name;
}

function isNear(token: string, name: string): boolean {
  if (ENDINGS.some((ending) => token + ending === name)) return true;
  const most = name.length >= LONG ? 2 : 1;
  return (
    name.length >= SHORTEST &&
    token.length >= SHORTEST &&
    Math.abs(token.length - name.length) <= most &&
    // People rarely get the first letter wrong; "Pingbot" is another crawler.
    token[0] === name[0] &&
    editDistance(token, name) <= most
  );
}
