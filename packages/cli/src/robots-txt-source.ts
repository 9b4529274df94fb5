import { type DialectName, type RobotsTxt, RobotsTxtParser } from '@repkit/core';
import type { Chunks } from './io.js';

/** Where a robots.txt was looked for, and how the answer came about. */
export type Provenance =
  | { readonly from: 'file' /** `-` is standard input. */; readonly name: string }
  | {
      readonly from: 'url';
      /** The robots.txt URL of the origin that was asked about (RFC 9309 2.3). */
      readonly url: string;
      /** The HTTP status of the last response; `undefined` where none came. */
      readonly status: number | undefined;
      /** The URLs that redirects led to, in order. */
      readonly redirects: readonly string[];
    };

/** The access results of RFC 9309 2.3.1, with redirects already followed. */
export type RobotsTxtAnswer =
  | {
      readonly kind: 'parsed';
      readonly provenance: Provenance;
      readonly robotsTxt: RobotsTxt;
    }
  | {
      /** There is none, and so no restriction (2.3.1.3), or it is out of reach, and so nothing is allowed (2.3.1.4). */
      readonly kind: 'unavailable' | 'unreachable';
      readonly provenance: Provenance;
      /** What happened, as a clause: `status 404`, `the connection was refused`. */
      readonly detail: string;
    };

/** The robots.txt that governs a URL. Never rejects for what a network does. */
export type RobotsTxtFor = (url: string) => Promise<RobotsTxtAnswer>;

/** Parses a body as it arrives; past the parsing limit the rest is not asked for. */
export async function parseChunks(chunks: Chunks, dialect: DialectName): Promise<RobotsTxt> {
  const parser = new RobotsTxtParser({ dialect });
  for await (const chunk of chunks) {
    if (!parser.push(chunk)) break;
  }
  return parser.end();
}
