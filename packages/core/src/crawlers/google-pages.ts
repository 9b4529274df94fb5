/** Google: all of its crawlers, for any purpose. */
import {
  type CrawlerDetails,
  checkedPage,
  IGNORES_STAR,
  type OperatorPage,
  userTriggered,
} from './operator-page.js';

/** How Google's crawlers interpret a robots.txt, and what they do if it cannot be fetched. */
const GOOGLE_SPEC = 'https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec';
const asGoogle = {
  dialect: { is: 'google', source: GOOGLE_SPEC },
  policy: { is: 'google', source: GOOGLE_SPEC },
  crawlDelay: { is: false, source: GOOGLE_SPEC },
} as const;
const ignoringStar: CrawlerDetails = {
  ...asGoogle,
  obeysRobotsTxt: 'yes',
  fallsBackToStar: false,
  note: IGNORES_STAR,
};
/** The edition of 2021 lists the tokens of each crawler; the current page lists several for some. */
const thenGooglebot = {
  is: ['Googlebot'],
  source: 'https://developers.google.com/search/docs/advanced/crawling/overview-google-crawlers',
} as const;

/** The page that assigns address lists and host names to the three types of Google's crawlers. */
const VERIFY =
  'https://developers.google.com/crawling/docs/crawlers-fetchers/verify-google-requests';
const LISTS = 'https://developers.google.com/static/crawling/ipranges';
const common = {
  is: { lists: [`${LISTS}/common-crawlers.json`], hostDomains: ['googlebot.com'] },
  source: VERIFY,
  checked: '2026-11-29',
};
const specialCase = {
  is: { lists: [`${LISTS}/special-crawlers.json`], hostDomains: ['google.com'] },
  source: VERIFY,
  checked: '2026-11-29',
};
/** Users of Google's cloud have the names below gae.googleusercontent.com; any virtual machine there has others. */
const byUsers = {
  is: {
    lists: [
      `${LISTS}/user-triggered-fetchers.json`,
      `${LISTS}/user-triggered-fetchers-google.json`,
      `${LISTS}/user-triggered-agents.json`,
    ],
    hostDomains: ['google.com', 'gae.googleusercontent.com'],
  },
  source: VERIFY,
  checked: '2026-11-29',
};

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
    ['Google-CloudVertexBot', 'ai-search', 'It crawls if the owner of the site requests it.'],
    [
      'Google-Extended',
      ['ai-training', 'ai-search'],
      {
        obeysRobotsTxt: undefined,
        crawlDelay: undefined,
        addresses: undefined,
        kind: 'control-token',
        governs: 'Gemini training and grounding',
        note: 'It governs content that Google fetched. Google Search does not change.',
      },
    ],
    ['Google-InspectionTool', 'seo', { thenTokens: ['Googlebot'] }],
    ['Googlebot', 'search'],
    ['Googlebot-Image', 'search', { thenTokens: thenGooglebot }],
    [
      'Googlebot-News',
      'search',
      { thenTokens: thenGooglebot, note: 'Its requests have the name Googlebot.' },
    ],
    ['Googlebot-Video', 'search', { thenTokens: thenGooglebot }],
    ['GoogleOther', 'other'],
    ['GoogleOther-Image', 'other', { thenTokens: ['GoogleOther'] }],
    ['GoogleOther-Video', 'other', { thenTokens: ['GoogleOther'] }],
    ['Storebot-Google', 'search'],
  ),
  checkedPage(
    'Google',
    'https://developers.google.com/crawling/docs/crawlers-fetchers/google-special-case-crawlers',
    { checked: '2026-11-22', addresses: specialCase },
    ['AdsBot-Google', 'advertising', ignoringStar],
    ['AdsBot-Google-Mobile', 'advertising', ignoringStar],
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
    ['APIs-Google', 'other', ignoringStar],
    [
      'Google-Safety',
      'other',
      { obeysRobotsTxt: 'no', note: 'It looks for abuse, such as malware.' },
    ],
    ['Mediapartners-Google', 'advertising', ignoringStar],
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
