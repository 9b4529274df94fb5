import { writeFileSync } from 'node:fs';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { warcGz } from '../../../../test/support/warc.js';

/** Returns text that hardly compresses, so that an archive has several batches. */
function noise(seed: number): string {
  let state = seed + 1;
  let text = '';
  while (text.length < 3000) {
    state = (state * 48_271) % 2_147_483_647;
    text += state.toString(36);
  }
  return text;
}

export const SITES = Array.from({ length: 1500 }, (_, index) => `https://h${index}.example`);

/** Writes a WARC file of more than two batches. */
export function bigWarc(): string {
  const path = `${temporaryFolder()}/big.warc.gz`;
  const responses = SITES.map((site, index) => ({
    url: `${site}/robots.txt`,
    body: `# ${noise(index)}\nUser-agent: *\nDisallow: ${index % 2 === 0 ? '/' : ''}\n`,
  }));
  writeFileSync(path, warcGz(responses));
  return path;
}

export const SURVEY = {
  crawlers: ['*'],
  overrides: {},
  isLinted: false,
} as const;
