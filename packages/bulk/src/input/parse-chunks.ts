import { type DialectName, type RobotsTxt, RobotsTxtParser } from '@repkit/core';
import type { Chunks } from '../bytes/file-bytes.js';

/** Parses a robots.txt as it arrives. Stops reading at the parsing limit. */
export async function parseChunks(chunks: Chunks, dialect: DialectName): Promise<RobotsTxt> {
  const parser = new RobotsTxtParser({ dialect });
  for await (const chunk of chunks) {
    if (!parser.push(chunk)) break;
  }
  return parser.end();
}
