/**
 * The crawlers that lint knows by name. They are few, so that a bundle with lint need not contain the data about all
 * crawlers; a test compares them with it.
 */

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

/** Other known product tokens that look like misspellings of well-known ones. */
export const NEARBY_TOKENS: readonly string[] = ['Yandex'];

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
