/** Google: all of its crawlers, for any purpose. */
import { type CrawlerDetails, checkedOn, checkedPage, IGNORES_STAR, type OperatorPage, userTriggered } from './operator-page.js';

/** How Google's crawlers interpret a robots.txt, and what they do if it cannot be fetched. */
const GOOGLE_SPEC = 'https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec';
const asGoogle = {
  dialect: { is: 'google', source: GOOGLE_SPEC },
  policy: { is: 'google', source: GOOGLE_SPEC },
  crawlDelay: { is: false, source: GOOGLE_SPEC },
} as const;
/** Returns the details of a special-case crawler that ignores the group of "*". */
function ignoringStar(blocking: string): CrawlerDetails {
  return {
    ...asGoogle,
    obeysRobotsTxt: 'yes',
    fallsBackToStar: false,
    blocking: checkedOn('2026-11-29', blocking),
    note: IGNORES_STAR,
  };
}
const ADS_QUALITY = 'It affects how Google Ads checks the quality of pages that advertisements link to.';
/** The edition of 2021 lists the tokens of each crawler; the current page lists several for some. */
const thenGooglebot = {
  is: ['Googlebot'],
  source: 'https://developers.google.com/search/docs/advanced/crawling/overview-google-crawlers',
} as const;

/** The page that assigns address lists and host names to the three types of Google's crawlers. */
const VERIFY = 'https://developers.google.com/crawling/docs/crawlers-fetchers/verify-google-requests';
const LISTS = 'https://developers.google.com/static/crawling/ipranges';
const common = checkedOn('2026-11-29', { lists: [`${LISTS}/common-crawlers.json`], hostDomains: ['googlebot.com'] }, VERIFY);
const specialCase = checkedOn('2026-11-29', { lists: [`${LISTS}/special-crawlers.json`], hostDomains: ['google.com'] }, VERIFY);
/** Users of Google's cloud have the names below gae.googleusercontent.com; any virtual machine there has others. */
const byUsers = checkedOn(
  '2026-11-29',
  {
    lists: [
      `${LISTS}/user-triggered-fetchers.json`,
      `${LISTS}/user-triggered-fetchers-google.json`,
      `${LISTS}/user-triggered-agents.json`,
    ],
    hostDomains: ['google.com', 'gae.googleusercontent.com'],
  },
  VERIFY,
);

export const googlePages: readonly OperatorPage[] = [
  checkedPage(
    'Google',
    'https://developers.google.com/crawling/docs/crawlers-fetchers/feedfetcher',
    { checked: '2026-11-22', ...userTriggered, addresses: byUsers },
    ['FeedFetcher-Google', 'other'],
  ),
  checkedPage(
    'Google',
    'https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers',
    { checked: '2026-11-22', obeysRobotsTxt: 'yes', ...asGoogle, addresses: common },
    [
      'Google-CloudVertexBot',
      'ai-search',
      {
        blocking: checkedOn(
          '2026-11-29',
          'It affects only crawls that owners of the site request for agents in Vertex AI, not Google Search or other products.',
        ),
        note: 'It crawls if the owner of the site requests it.',
      },
    ],
    [
      'Google-Extended',
      ['ai-training', 'ai-search'],
      {
        obeysRobotsTxt: undefined,
        crawlDelay: undefined,
        addresses: undefined,
        kind: 'control-token',
        governs: 'Gemini training and grounding',
        blocking: checkedOn(
          '2026-11-29',
          'Google neither trains Gemini on the content nor uses it for grounding; inclusion and ranking in Google Search do not change.',
        ),
        note: 'It governs content that Google fetched.',
      },
    ],
    [
      'Google-InspectionTool',
      'seo',
      {
        thenTokens: ['Googlebot'],
        blocking: checkedOn(
          '2026-11-29',
          'It affects testing tools such as URL inspection in Search Console, but not Google Search or other products.',
        ),
      },
    ],
    [
      'Googlebot',
      'search',
      {
        blocking: checkedOn(
          '2026-11-29',
          'It affects Google Search with all its features, Discover, and other products such as Google Images and Google News.',
        ),
        note: 'It also controls AI Overviews and AI Mode.',
      },
    ],
    [
      'Googlebot-Image',
      'search',
      {
        thenTokens: thenGooglebot,
        blocking: checkedOn(
          '2026-11-29',
          'It affects Google Images, Discover, Google Video, and features of Google Search that show images, logos or favicons.',
        ),
      },
    ],
    [
      'Googlebot-News',
      'search',
      {
        thenTokens: thenGooglebot,
        blocking: checkedOn('2026-11-29', 'It affects Google News, both the website and the app.'),
        note: 'Its requests have the name Googlebot.',
      },
    ],
    [
      'Googlebot-Video',
      'search',
      {
        thenTokens: thenGooglebot,
        blocking: checkedOn(
          '2026-11-29',
          'It affects features of Google Search for videos, and other products that depend on videos.',
        ),
      },
    ],
    ['GoogleOther', 'other', { blocking: checkedOn('2026-11-29', 'It affects no specific product of Google.') }],
    ['GoogleOther-Image', 'other', { thenTokens: ['GoogleOther'] }],
    ['GoogleOther-Video', 'other', { thenTokens: ['GoogleOther'] }],
    [
      'Storebot-Google',
      'search',
      {
        blocking: checkedOn(
          '2026-11-29',
          'It affects all surfaces of Google Shopping, such as the Shopping tab in Google Search.',
        ),
      },
    ],
  ),
  checkedPage(
    'Google',
    'https://developers.google.com/crawling/docs/crawlers-fetchers/google-special-case-crawlers',
    { checked: '2026-11-22', addresses: specialCase },
    ['AdsBot-Google', 'advertising', ignoringStar(ADS_QUALITY)],
    ['AdsBot-Google-Mobile', 'advertising', ignoringStar(ADS_QUALITY)],
    [
      'AdsBot-Google-Mobile-Apps',
      'advertising',
      {
        ...asGoogle,
        thenTokens: ['AdsBot-Google'],
        fallsBackToStar: false,
        note: 'Its operator has retired it.',
      },
    ],
    ['APIs-Google', 'other', ignoringStar('It affects the delivery of push notification messages by APIs of Google.')],
    ['Google-Safety', 'other', { obeysRobotsTxt: 'no', note: 'It looks for abuse, such as malware.' }],
    [
      'Mediapartners-Google',
      'advertising',
      ignoringStar('It affects products of Google that show advertisements, such as AdSense and Ad Manager.'),
    ],
  ),
  checkedPage(
    'Google',
    'https://developers.google.com/crawling/docs/crawlers-fetchers/google-user-triggered-fetchers',
    { checked: '2026-11-22', ...userTriggered, addresses: byUsers },
    ['Google-Agent', 'ai-user'],
    ['Google-CWS', 'other'],
    ['Google-GeminiNotebook', 'ai-user'],
    ['Google-NotebookLM', 'ai-user', 'The former name of Google-GeminiNotebook.'],
    ['Google-Pinpoint', 'other'],
    ['Google-Read-Aloud', 'other'],
    ['Google-Site-Verification', 'other'],
    ['GoogleMessages', 'preview'],
    ['GoogleProducer', 'other'],
  ),
];
