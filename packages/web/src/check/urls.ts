/** A list of URLs, as it is pasted or comes in a file. */
export interface UrlList {
  /** Each once, in the order of the list: absolute URLs, and paths that begin with `/`. */
  readonly urls: readonly string[];
  /** Lines that are neither. */
  readonly refused: readonly string[];
}

/** One URL a line; blank lines and what surrounds a URL as white space do not count. Linear in the text. */
export function readUrls(text: string): UrlList {
  const urls = new Set<string>();
  const refused: string[] = [];
  for (const line of text.split(/\r\n?|\n/)) {
    const url = line.trim();
    if (url === '') continue;
    if (url.startsWith('/') || URL.canParse(url)) urls.add(url);
    else refused.push(url);
  }
  return { urls: [...urls], refused };
}
