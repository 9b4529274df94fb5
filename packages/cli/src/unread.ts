import { MIN_PARSING_LIMIT_OCTETS, type RobotsTxt } from '@repkit/core';
import type { Io } from './io.js';
import { visibleName } from './render/visible.js';

/** Says where a robots.txt is longer than what is read of it: what is printed of it then holds for a part alone. */
export function sayWhatIsUnread(
  command: string,
  { name, robotsTxt }: { readonly name: string; readonly robotsTxt: RobotsTxt },
  { stderr }: Pick<Io, 'stderr'>,
): void {
  if (!robotsTxt.truncated) return;
  stderr.write(
    `repkit ${command}: ${visibleName(name)}: the file is longer than ` +
      `${MIN_PARSING_LIMIT_OCTETS} octets, the parsing limit (RFC 9309 2.5); the rest was not read.\n`,
  );
}
