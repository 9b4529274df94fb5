/** What a reader's file holds: a sitemap (sitemaps.org), an index of sitemaps, or a list of URLs. */
export type UrlFile =
  | { readonly kind: 'urls'; readonly text: string }
  /** The sitemaps that it names; the pages stand in these. */
  | { readonly kind: 'index'; readonly sitemaps: readonly string[] };

/** XML is read as such, whatever the name of the file; all else is a list of one URL a line. Linear in the text. */
export function readUrlFile(text: string): UrlFile {
  if (!text.trimStart().startsWith('<')) return { kind: 'urls', text };
  const xml = new DOMParser().parseFromString(text.trimStart(), 'application/xml');
  const root = xml.documentElement;
  const locations = [...root.children].flatMap((entry) => {
    const loc = [...entry.children].find(({ localName }) => localName === 'loc');
    return loc?.textContent?.trim() || [];
  });
  if (root.localName === 'sitemapindex') return { kind: 'index', sitemaps: locations };
  return { kind: 'urls', text: locations.map((location) => `${location}\n`).join('') };
}
