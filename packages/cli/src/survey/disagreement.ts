/** Which dialects read a robots.txt otherwise, seen on a few targets. */
import { type DialectName, dialects, parseRobotsTxt, type RobotsTxt } from '@repkit/core';

export interface Disagreement {
  readonly dialects: readonly DialectName[];
  /** The first target about which one of them differs. */
  readonly witness: string;
}

/** The same body as every other dialect reads it. */
export class OtherDialects {
  readonly #own: RobotsTxt;
  readonly #others: readonly { readonly name: DialectName; readonly robotsTxt: RobotsTxt }[];

  constructor(own: RobotsTxt, body: Uint8Array) {
    this.#own = own;
    this.#others = NAMES.filter((name) => dialects[name] !== own.dialect).map((name) => ({
      name,
      robotsTxt: parseRobotsTxt(body, { dialect: name }),
    }));
  }

  /**
   * Undefined where they agree on `/` and the targets: elsewhere they may still differ. Up to three targets a matcher is
   * asked without being compiled, which would take far longer than all that is asked.
   */
  disagreement(
    token: string,
    isAllowedAtAll: boolean,
    targets: readonly string[],
  ): Disagreement | undefined {
    const asked = ['/', ...targets];
    const own = this.#own.matcher(token);
    const said = [isAllowedAtAll, ...targets.map((target) => own.isAllowed(target))];
    const differing: DialectName[] = [];
    let first = asked.length;
    for (const { name, robotsTxt } of this.#others) {
      const other = robotsTxt.matcher(token);
      const at = asked.findIndex((target, index) => other.isAllowed(target) !== said[index]);
      if (at === -1) continue;
      differing.push(name);
      first = Math.min(first, at);
    }
    const witness = asked[first];
    return witness === undefined ? undefined : { dialects: differing, witness };
  }
}

const NAMES = Object.keys(dialects) as DialectName[];
