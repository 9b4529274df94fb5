/**
 * The crawlers that lint knows by name. Only a few, so that bundles with lint do not contain the data about all crawlers. A
 * test compares the names with that data.
 */
import { formerNames } from '../../crawlers/former-names.js';

/** Returns names by their lower-case spelling, because product tokens ignore case. */
export function byLowerCase(names: readonly string[]): ReadonlyMap<string, string> {
  return new Map(names.map((name) => [name.toLowerCase(), name]));
}

/** Crawlers that many files name. A name similar to that of a rarer crawler is usually not a misspelling of it. */
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

/** Other known product tokens that would look like misspellings of well-known names, or that people write in several words. */
export const NEARBY_TOKENS: readonly string[] = ['Slurp', 'Yandex'];

/** Former names in lower case, and the current names of the crawlers that are meant. */
export const FORMER_NAMES: ReadonlyMap<string, readonly string[]> = new Map(
  formerNames.map(({ name, replacedBy }) => [name.toLowerCase(), replacedBy]),
);

/** Side effects of blocking a crawler. With a follower, the effect exists only if the file does not name that crawler. */
export const SIDE_EFFECTS: readonly (readonly [token: string, follower: string | undefined, effect: string])[] = [
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

/** The product tokens of crawlers that use Google's parser. */
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

/** Crawlers, and the search engines that they serve. */
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

/** Crawlers that are documented to ignore the group of `*` and that fetch sites without being asked by their owners. */
export const STAR_IGNORING: readonly string[] = ['AdsBot-Google', 'Mediapartners-Google'];

/** Descriptions of what AI crawlers fetch pages for. */
export const AI_PURPOSES_IN_WORDS = {
  training: 'training',
  search: 'AI search',
  user: 'requests of users',
} as const;

/** Operators of several AI crawlers, and the crawler for each purpose. */
export const AI_OPERATORS: Readonly<Record<string, Readonly<Partial<Record<keyof typeof AI_PURPOSES_IN_WORDS, string>>>>> = {
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

/** Returns whether lint knows the crawler by name. */
export function isKnownToLint(token: string): boolean {
  return KNOWN_NAMES.has(token.toLowerCase());
}
