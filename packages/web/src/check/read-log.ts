/** Reads the requests of an access log. Not part of traffic.ts, so that the first answer does not load the readers. */
import { productToken } from '@repkit/core';
import { logReader } from '@repkit/core/analysis';
import { crawlerProfile } from '@repkit/core/crawlers';
import type { Traffic } from '../worker/requests.js';

/** Product tokens that are counted separately, besides those of known crawlers. A hostile log can name millions. */
const MAX_TOKENS = 1000;

/** Returns the requests of an access log; undefined for other files. */
export function readLog(text: string): Traffic | undefined {
  const lines = text.split('\n');
  const read = logReader(lines.slice(0, 20));
  if (read === undefined) return undefined;
  const traffic = new Map<string, Map<string, number>>();
  const tokens = new Map<string, string>();
  const unknown = new Set<string>();
  const tokenOf = (header: string) => {
    const found = productToken(header, (name) => crawlerProfile(name) !== undefined);
    const token = found.found ? found.token.toLowerCase() : '';
    if (crawlerProfile(token) !== undefined) return token;
    if (unknown.size < MAX_TOKENS) unknown.add(token);
    return unknown.has(token) ? token : '';
  };
  for (const line of lines) {
    const request = read(line);
    if (typeof request !== 'object') continue;
    const { target, userAgent: header = '' } = request;
    const token = tokens.get(header) ?? tokenOf(header);
    if (tokens.size < MAX_TOKENS) tokens.set(header, token);
    const requests = traffic.get(target) ?? new Map<string, number>();
    traffic.set(target, requests.set(token, (requests.get(token) ?? 0) + 1));
  }
  return traffic;
}
