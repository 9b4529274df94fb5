/** Link header fields (RFC 8288). */

/** A link of a Link header field: its target and its parameters by lowercase name. */
export interface Link {
  readonly target: string;
  readonly parameters: ReadonlyMap<string, string>;
}

const TARGET = /[ \t,]*<([^>]*)>/y;
const PARAMETER = /[ \t]*;[ \t]*([^ \t=;,]*)[ \t]*(?:=[ \t]*(?:"([^"\\]*(?:\\.[^"\\]*)*)"?|([^ \t;,]*)))?/sy;

/** Returns the links of a Link field (RFC 8288 appendix B.2). Stops at the first syntax error and returns the links before it. */
export function parseLinks(value: string): Link[] {
  const links: Link[] = [];
  let at = 0;
  const take = (pattern: typeof TARGET): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(value);
    if (match !== null) at = pattern.lastIndex;
    return match;
  };
  for (let link = take(TARGET); link !== null; link = take(TARGET)) {
    const parameters = new Map<string, string>();
    for (let match = take(PARAMETER); match !== null; match = take(PARAMETER)) {
      const [, name, quoted, text = ''] = match;
      const key = name.toLowerCase();
      // The first of several rel parameters counts (RFC 8288 3.3).
      if (!parameters.has(key)) parameters.set(key, quoted?.replaceAll(/\\(.)/gs, '$1') ?? text);
    }
    links.push({ target: link[1], parameters });
  }
  return links;
}
