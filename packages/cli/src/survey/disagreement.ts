/** Which dialects read a robots.txt otherwise, seen on a few targets. */
import {
  type Dialect,
  type DialectName,
  dialects,
  parseRobotsTxt,
  type RobotsTxt,
} from '@repkit/core';

export interface Disagreement {
  readonly dialects: readonly DialectName[];
  /** The first target about which one of them differs. */
  readonly witness: string;
}

/** The same body as every other dialect reads it. */
export class OtherDialects {
  readonly #own: RobotsTxt;
  readonly #others: readonly { readonly name: DialectName; readonly robotsTxt: RobotsTxt }[];

  /** @param everyonesLines user-agent lines that name everyone */
  constructor(own: RobotsTxt, body: Uint8Array, everyonesLines: number) {
    this.#own = own;
    this.#others = (OTHERS.get(own.dialect) ?? [])
      // One line names the first group and all of them.
      .filter(({ onlyEveryone }) => everyonesLines > 1 || !onlyEveryone)
      .map(({ name }) => ({ name, robotsTxt: parseRobotsTxt(body, { dialect: name }) }));
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

/** For each dialect the others, and whether they differ in nothing but which groups of everyone apply. */
const OTHERS = new Map(
  Object.values(dialects).map((own) => [
    own,
    (Object.keys(dialects) as DialectName[])
      .filter((name) => dialects[name] !== own)
      .map((name) => ({ name, onlyEveryone: differInEveryoneOnly(own, dialects[name]) })),
  ]),
);

function differInEveryoneOnly(one: Dialect, other: Dialect): boolean {
  const known = ['name', 'groups'];
  const keys = (Object.keys(one) as (keyof Dialect)[]).filter((key) => !known.includes(key));
  return one.groups.named === other.groups.named && keys.every((key) => one[key] === other[key]);
}
