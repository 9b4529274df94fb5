/**
 * The crawlers that lint knows by name. Few, so that a bundle with lint does not contain the data about all crawlers;
 * a test compares them with it.
 */

/** Returns names by their spelling in lower case: product tokens ignore case. */
export function byLowerCase(names: readonly string[]): ReadonlyMap<string, string> {
  return new Map(names.map((name) => [name.toLowerCase(), name]));
}

/** Crawlers that many files name. A name close to that of a rarer crawler is more often a third one. */
export const WELL_KNOWN_CRAWLERS: readonly string[] = [
  'AhrefsBot',
  'Amazonbot',
  'Applebot',
  'Applebot-Extended',
  'Baiduspider',
  'bingbot',
  'Bytespider',
  'CCBot',
  'ChatGPT-User',
  'Claude-SearchBot',
  'ClaudeBot',
  'DuckDuckBot',
  'facebookexternalhit',
  'Google-Extended',
  'Googlebot',
  'Googlebot-Image',
  'Googlebot-News',
  'GPTBot',
  'Mediapartners-Google',
  'meta-externalagent',
  'OAI-SearchBot',
  'PerplexityBot',
  'PetalBot',
  'SemrushBot',
  'Twitterbot',
  'YandexBot',
];

/** Other known product tokens: names that people write in more words, or that look like misspellings of well-known ones. */
export const NEARBY_TOKENS: readonly string[] = ['Slurp', 'Yandex'];

/** Names that crawlers no longer have or never had, in lower case, and the names of those that people mean. */
export const FORMER_NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ['ai', ['GPTBot', 'ClaudeBot', 'Google-Extended']],
  ['all', ['*']],
  ['anthropic', ['ClaudeBot']],
  ['anthropic-ai', ['ClaudeBot']],
  ['bard', ['Google-Extended']],
  ['claude-web', ['ClaudeBot']],
  ['gemini', ['Google-Extended']],
  ['googlebot-mobile', ['Googlebot']],
  ['googleother-extended', ['Google-Extended', 'GoogleOther']],
  ['msnbot', ['bingbot']],
  ['openai', ['GPTBot', 'OAI-SearchBot']],
  ['yahoo', ['Slurp']],
]);

/** What else the owner loses by blocking a crawler, unless the file names the follower. */
export const SIDE_EFFECTS: readonly (readonly [
  token: string,
  follower: string | undefined,
  effect: string,
])[] = [
  [
    'Googlebot',
    'Applebot',
    'No group names "Applebot", which then follows the rules for "Googlebot", so the site is also missing from Siri and Spotlight. Name it to give it rules of its own.',
  ],
  [
    'Mediapartners-Google',
    undefined,
    'AdSense cannot match ads to pages that "Mediapartners-Google" may not fetch. Allow it if the site shows AdSense ads.',
  ],
  [
    'AdsBot-Google',
    undefined,
    'Google Ads cannot review landing pages that "AdsBot-Google" may not fetch. Allow it if the site is advertised there.',
  ],
];

/** The product tokens for which crawlers with Google's parser look. */
export const GOOGLE_TOKENS: readonly string[] = [
  'AdsBot-Google',
  'AdsBot-Google-Mobile',
  'AdsBot-Google-Mobile-Apps',
  'APIs-Google',
  'Google-CloudVertexBot',
  'Google-Extended',
  'Google-InspectionTool',
  'Googlebot',
  'Googlebot-Image',
  'Googlebot-News',
  'Googlebot-Video',
  'GoogleOther',
  'GoogleOther-Image',
  'GoogleOther-Video',
  'Mediapartners-Google',
  'Storebot-Google',
];

/** The product tokens of Yandex's robots. */
export const YANDEX_TOKENS: readonly string[] = [
  'Yandex',
  'YandexAdditional',
  'YandexAdditionalBot',
  'YandexBlogs',
  'YandexBot',
  'YandexFavicons',
  'YandexImages',
  'YandexMarket',
  'YandexMedia',
  'YandexNews',
  'YandexOntoDB',
  'YandexRenderResourcesBot',
  'YandexVerticals',
  'YandexVertis',
  'YandexVideo',
  'YandexWebmaster',
];

/** Crawlers of search engines, and the engine that loses the site if they are blocked. */
export const SEARCH_ENGINES: readonly (readonly [token: string, engine: string])[] = [
  ['Googlebot', 'Google'],
  ['bingbot', 'Bing'],
];

/** Crawlers that are documented to ignore crawl-delay. */
export const CRAWL_DELAY_IGNORING: readonly string[] = [
  ...GOOGLE_TOKENS.filter((token) => token !== 'Google-Extended'),
  'Amazonbot',
  'Amzn-SearchBot',
  'Applebot',
  'Yandex',
  'YandexBot',
];

/** Crawlers that are documented to ignore the group of `*`, and fetch sites without a request of their owners. */
export const STAR_IGNORING: readonly string[] = ['AdsBot-Google', 'Mediapartners-Google'];

/** What an AI crawler fetches pages for, in words. */
export const AI_PURPOSES = {
  training: 'training',
  search: 'AI search',
  user: 'requests of users',
} as const;

/** Operators of several AI crawlers, and the crawler for each purpose. */
export const AI_OPERATORS: Readonly<
  Record<string, Readonly<Partial<Record<keyof typeof AI_PURPOSES, string>>>>
> = {
  Amazon: { training: 'Amazonbot', search: 'Amzn-SearchBot', user: 'Amzn-User' },
  Anthropic: { training: 'ClaudeBot', search: 'Claude-SearchBot', user: 'Claude-User' },
  Meta: { training: 'meta-externalagent', search: 'meta-webindexer', user: 'meta-externalfetcher' },
  OpenAI: { training: 'GPTBot', search: 'OAI-SearchBot', user: 'ChatGPT-User' },
  Perplexity: { search: 'PerplexityBot', user: 'Perplexity-User' },
};

const KNOWN_NAMES = byLowerCase([
  ...WELL_KNOWN_CRAWLERS,
  ...NEARBY_TOKENS,
  ...GOOGLE_TOKENS,
  ...YANDEX_TOKENS,
  ...Object.values(AI_OPERATORS).flatMap((tokens) => Object.values(tokens)),
]);

/** Whether lint knows the crawler by name. */
export function isKnownToLint(token: string): boolean {
  return KNOWN_NAMES.has(token.toLowerCase());
}
