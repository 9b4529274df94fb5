/**
 * Fields that robots.txt files contain besides those that all crawlers read. Checked on 24 November 2026 against the
 * documents named, and against the list of fields that Lighthouse's `robots-txt` audit accepts.
 */
export interface KnownField {
  /** As usually written. */
  readonly title: string;
  /** What it means, as the rest of "Host …". */
  readonly meaning: string;
  /** The document or operator that defines it. */
  readonly source: string;
  /** Whether Lighthouse accepts it. */
  readonly lighthouse: boolean;
}

/** By name in lower case. */
export const KNOWN_FIELDS: ReadonlyMap<string, KnownField> = new Map(
  (
    [
      ['Host', 'names the preferred host, which Yandex read until 2018', 'Yandex', true],
      ['Request-rate', 'limits requests per time', 'a proposal of 1996', true],
      ['Visit-time', 'limits the time of day', 'a proposal of 1996', true],
      ['Clean-param', 'names query parameters that Yandex ignores', 'Yandex', true],
      ['License', 'names the license of the content', 'RSL 1.0', false],
      ['Content-Usage', 'states how content may be used', 'draft-ietf-aipref-attach', false],
      ['Agentmap', 'points AI agents to a manifest', 'draft-bu-dawn-ard-discovery-00', false],
      ['Schemamap', 'points to structured data', 'no standards document', false],
      ['LLM-Policy', 'points to a policy for language models', 'no standards document', false],
    ] as const
  ).map(([title, meaning, source, lighthouse]) => [
    title.toLowerCase(),
    { title, meaning, source, lighthouse },
  ]),
);

/** Directives of robots meta elements that people write as fields, in lower case. */
export const PAGE_DIRECTIVES: ReadonlySet<string> = new Set([
  ...['index', 'follow', 'nofollow', 'none', 'all', 'nosnippet', 'noarchive', 'nocache'],
  'noimageindex',
]);
