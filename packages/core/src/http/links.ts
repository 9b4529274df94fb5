/** Link header fields (RFC 8288). */

/** A link of a Link header field: its target and its parameters by lowercase name. */
export interface Link {
  readonly target: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** Returns the links of a Link field (RFC 8288 appendix B.2). Stops at the first mistake and returns what was read. */
export function parseLinks(value: string): Link[] {
  const links: Link[] = [];
  let at = 0;
  const skip = (characters: string) => {
    while (at < value.length && characters.includes(value[at])) at++;
  };
  const readUntil = (ends: string) => {
    const start = at;
    while (at < value.length && !ends.includes(value[at])) at++;
    return value.slice(start, at);
  };
  for (;;) {
    skip(' \t,');
    if (value[at] !== '<') return links;
    at++;
    const target = readUntil('>');
    if (value[at] !== '>') return links;
    at++;
    const parameters = new Map<string, string>();
    for (;;) {
      skip(' \t');
      if (value[at] !== ';') break;
      at++;
      skip(' \t');
      const name = readUntil(' \t=;,').toLowerCase();
      skip(' \t');
      let text = '';
      if (value[at] === '=') {
        at++;
        skip(' \t');
        if (value[at] === '"') {
          at++;
          const parts: string[] = [];
          while (at < value.length && value[at] !== '"') {
            if (value[at] === '\\') at++;
            parts.push(value[at] ?? '');
            at++;
          }
          at++;
          text = parts.join('');
        } else text = readUntil(' \t;,');
      }
      // The first of several rel parameters counts (RFC 8288 3.3).
      if (!parameters.has(name)) parameters.set(name, text);
    }
    links.push({ target, parameters });
  }
}
