/** The product tokens that files name, and which of them the same groups apply to. */
import type { Dialect } from '../dialect.js';
import { EVERYONE, readAskedToken } from '../match/asked-token.js';
import type { RobotsTxt } from '../robots-txt.js';

/**
 * The product tokens that the files name, as they are first written, and `*`, which asks for everyone else: no
 * user-agent line can name a product so. Left out are names that cannot be asked for in the dialects.
 */
export function namedTokens(files: readonly RobotsTxt[]): string[] {
  const tokens = new Map<string, string>();
  for (const { groups } of files) {
    for (const written of groups.flatMap(({ productTokens }) => productTokens)) {
      const token = textOfName(written);
      if (token === undefined || tokens.has(lowerCase(token))) continue;
      if (files.every(({ dialect }) => isAskable(token, dialect))) {
        tokens.set(lowerCase(token), token);
      }
    }
  }
  tokens.delete(EVERYONE);
  return [...tokens.values(), EVERYONE];
}

/** The groups of files that may apply to a token: what follows for it follows for every other with the same. */
export class NamedGroups {
  readonly #files: readonly {
    readonly dialect: Dialect;
    readonly byName: ReadonlyMap<string, readonly number[]>;
    /** What the rules of each group say, as a text. */
    readonly rules: readonly string[];
  }[];

  constructor(files: readonly RobotsTxt[]) {
    this.#files = files.map(({ dialect, groups }) => {
      const byName = new Map<string, number[]>();
      groups.forEach(({ productTokens }, number) => {
        for (const name of productTokens.map(lowerCase)) {
          const known = byName.get(name);
          if (known === undefined) byName.set(name, [number]);
          else if (known.at(-1) !== number) known.push(number);
        }
      });
      const rules = groups.map((group) =>
        group.rules.map(({ kind, canonicalPattern }) => `${kind} ${canonicalPattern}\n`).join(''),
      );
      return { dialect, byName, rules };
    });
  }

  /** Equal for tokens that the same groups name in each of the files. */
  keyOf(token: string): string {
    return this.#files.map((_, file) => this.#groupsOf(token, file).join()).join(';');
  }

  /** Whether the groups that name the token say the same, one for one, in all the files. */
  agreeAbout(token: string): boolean {
    const texts = this.#files.map(({ rules }, file) =>
      this.#groupsOf(token, file).map((group) => rules[group]),
    );
    return this.#files.every(
      ({ dialect }, file) =>
        dialect === this.#files[0].dialect &&
        texts[file].length === texts[0].length &&
        texts[file].every((text, place) => text === texts[0][place]),
    );
  }

  #groupsOf(token: string, file: number): readonly number[] {
    const { dialect, byName } = this.#files[file];
    const asked = readAskedToken(token, dialect);
    return byName.get(lowerCase(nameOfText(asked))) ?? byName.get(EVERYONE) ?? [];
  }
}

/** Only ASCII letters have a case in a product token (row 11). */
function lowerCase(token: string): string {
  return token.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** The token that asks for a name, whose characters are octets; undefined where these are not UTF-8. */
function textOfName(name: string): string | undefined {
  try {
    const octets = Uint8Array.from(name, (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(octets);
  } catch {
    return undefined;
  }
}

function nameOfText(token: string): string {
  return Array.from(new TextEncoder().encode(token), (octet) => String.fromCharCode(octet)).join(
    '',
  );
}

function isAskable(token: string, dialect: Dialect): boolean {
  try {
    return readAskedToken(token, dialect) === token;
  } catch {
    return false;
  }
}
