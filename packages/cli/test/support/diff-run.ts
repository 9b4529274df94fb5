import { isGoverned } from '@repkit/core';
import { knownCrawlers } from '@repkit/core/crawlers';
import { run } from '../../src/run.js';
import { fakeIo, type World } from './fake-io.js';

export const OLD = 'User-agent: *\nDisallow: /a\nDisallow: /b\n';
export const NEW = 'User-agent: *\nDisallow: /a\nDisallow: /c\n';
export const files = { old: OLD, new: NEW, same: 'user-agent:*\ndisallow:/b\ndisallow:/a\n' };

export async function repkitDiff(argv: string, world: World = {}) {
  const io = fakeIo({ files, ...world });
  const code = await run(['diff', ...argv.split(' ')], io);
  return { code, ...io.written };
}

/** The crawlers that no edit of the group of "*" affects. */
const IGNORE_STAR = knownCrawlers.filter((crawler) => isGoverned(crawler) && !crawler.fallsBackToStar).map(({ name }) => name);

export const UNAFFECTED = `${IGNORE_STAR.length} crawlers: ${IGNORE_STAR.join(', ')}`;

export const SUMMARY = `Blocks 1 pattern and allows 1 for all other crawlers ("*").
changed, named in the edit: *
unaffected: ${UNAFFECTED}
`;

export const CHANGES = `${SUMMARY}
newly-blocked  *  /c
  pattern  /c
  before   allowed: no rule matches
  after    disallowed: Disallow: /c (line 3)

newly-allowed  *  /b
  pattern  /b
  before   disallowed: Disallow: /b (line 3)
  after    allowed: no rule matches
`;
