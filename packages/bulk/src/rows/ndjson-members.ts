/** Members cut out of the text of an object: to parse it and write it again would change numbers, order and duplicates. */

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * The text without the object's own members of these names, duplicates too; all other members stay as they were written.
 * One pass, and no recursion: a row may be nested as deep as it is long.
 *
 * @param json an object that JSON.parse accepts; bytes do as well as characters, since what structures JSON is ASCII
 * @param names in ASCII
 */
export function withoutMembers(json: string, names: ReadonlySet<string>): string {
  const open = json.indexOf('{');
  const close = json.lastIndexOf('}');
  // White space goes with the member that it stands around, so what remains is joined by commas alone.
  const kept: string[] = [];
  let start = open + 1;
  let name: string | undefined;
  let depth = 0;
  for (let at = start; at < close; at++) {
    switch (json.charCodeAt(at)) {
      case QUOTE: {
        const end = closingQuote(json, at);
        // The first string of a member is its name; those after it belong to the value.
        name ??= nameOf(json.slice(at, end + 1));
        at = end;
        break;
      }
      case OPEN_BRACE:
      case OPEN_BRACKET:
        depth++;
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        depth--;
        break;
      case COMMA:
        if (depth > 0) break;
        if (name !== undefined && !names.has(name)) kept.push(json.slice(start, at));
        start = at + 1;
        name = undefined;
        break;
    }
  }
  // An object without members has no name here.
  if (name !== undefined && !names.has(name)) kept.push(json.slice(start, close));
  return json.slice(0, open + 1) + kept.join(',') + json.slice(close);
}

function closingQuote(json: string, quote: number): number {
  let at = quote + 1;
  for (; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) break;
    // The character behind it is escaped, and a quote there closes nothing.
    if (code === BACKSLASH) at++;
  }
  return at;
}

/** A name may be written with escapes, and is the same name. */
function nameOf(written: string): string {
  return written.includes('\\') ? String(JSON.parse(written)) : written.slice(1, -1);
}
