/** Where the robots.txt of a question comes from: one file for all of them, or the site of each. */

import type { Provenance, RobotsTxtResult } from '@repkit/client';
import type { RobotsTxt } from '@repkit/core';

export interface FileProvenance {
  /** The name as it was given; `-` is standard input. */
  readonly file: string;
}

/** What holds for a URL: the rules of a robots.txt, or what its absence means (RFC 9309 2.3.1). */
export type RobotsTxtAnswer =
  | RobotsTxtResult
  | {
      readonly kind: 'rules';
      readonly robotsTxt: RobotsTxt;
      readonly provenance: FileProvenance;
    };

export interface RobotsTxtSource {
  /** Never rejects for what a network does. */
  robotsTxtFor(url: string): Promise<RobotsTxtAnswer>;
  close(): Promise<void>;
}

export function isFromFile(provenance: FileProvenance | Provenance): provenance is FileProvenance {
  return 'file' in provenance;
}
