/** Operators of public search engines: all of their crawlers, for any purpose. */
import {
  type CrawlerDetails,
  checkedPage,
  IGNORES_STAR,
  type OperatorPage,
  page,
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

/**
 * Yandex robots follow their own group, else that of `Yandex`, else that of `*`. "If the file doesn't match the
 * requirements", such as status 200, "the site is considered open for indexing".
 */
const YANDEX_USER_AGENT = 'https://yandex.com/support/webmaster/en/robot-workings/user-agent';
const noYandexDelay = {
  is: false,
  source: 'https://yandex.com/support/webmaster/en/robot-workings/crawl-delay',
} as const;
const yandexFile = {
  crawlDelay: noYandexDelay,
  dialect: {
    is: 'yandex',
    source: 'https://yandex.com/support/webmaster/en/robot-workings/allow-disallow',
  },
  policy: {
    is: 'yandex',
    source: 'https://yandex.com/support/webmaster/en/controlling-robot/robots-txt',
  },
} as const;
const asYandex = {
  thenTokens: { is: ['Yandex'], source: YANDEX_USER_AGENT },
  ...yandexFile,
} as const;

export const searchPages: readonly OperatorPage[] = [
  checkedPage(
    'Apple',
    'https://support.apple.com/en-us/119829',
    { checked: '2026-11-22' },
    ['Applebot', 'search', { thenTokens: ['Googlebot'], obeysRobotsTxt: 'yes', crawlDelay: false }],
    [
      'Applebot-Extended',
      'ai-training',
      {
        kind: 'control-token',
        governs: "training of Apple's foundation models",
        note: 'It governs content that Applebot fetched. Search results do not change.',
      },
    ],
    [
      'iTMS',
      'other',
      { obeysRobotsTxt: 'no', note: 'It fetches only content registered with Apple Podcasts.' },
    ],
  ),
  checkedPage(
    'Baidu',
    'https://help.baidu.com/question?prod_id=99&class=476&id=2996',
    { checked: '2026-11-22', obeysRobotsTxt: 'yes' },
    ['Baiduspider', 'search'],
    ['Baiduspider-ads', 'advertising', { obeysRobotsTxt: undefined }],
    ['Baiduspider-cpro', 'advertising', { obeysRobotsTxt: undefined }],
    ['Baiduspider-favo', 'other'],
    ['Baiduspider-image', 'search'],
    ['Baiduspider-news', 'search'],
    ['Baiduspider-video', 'search'],
  ),
  page('Brave', 'https://search.brave.com/help/brave-search-crawler', [
    'Bravebot',
    'search',
    'Its operator says that it sends no name of its own, and skips what Googlebot may not crawl.',
  ]),
  page(
    'Cốc Cốc',
    'https://coccoc.com/search/console/coc-coc-robots',
    ['coccocbot', 'search', 'It stands for all crawlers of the operator.'],
    ['coccocbot-ads', 'advertising'],
    ['coccocbot-fast', 'search'],
    ['coccocbot-image', 'search'],
    ['coccocbot-shopping', 'search'],
    ['coccocbot-web', 'search'],
  ),
  page('DuckDuckGo', 'https://duckduckgo.com/duckduckbot', ['DuckDuckBot', 'search']),
  checkedPage(
    'DuckDuckGo',
    'https://duckduckgo.com/duckduckgo-help-pages/results/duckassistbot',
    { checked: '2026-11-22', obeysRobotsTxt: 'yes' },
    ['DuckAssistBot', 'ai-search'],
  ),
  checkedPage(
    'Google',
    'https://developers.google.com/crawling/docs/crawlers-fetchers/feedfetcher',
    { checked: '2026-11-22', ...userTriggered },
    ['FeedFetcher-Google', 'other'],
  ),
  checkedPage(
    'Google',
    'https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers',
    { checked: '2026-11-22', obeysRobotsTxt: 'yes', ...asGoogle },
    ['Google-CloudVertexBot', 'ai-search', 'It crawls if the owner of the site requests it.'],
    [
      'Google-Extended',
      ['ai-training', 'ai-search'],
      {
        obeysRobotsTxt: undefined,
        crawlDelay: undefined,
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
    { checked: '2026-11-22' },
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
    { checked: '2026-11-22', ...userTriggered },
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
  page('Huawei', 'https://webmaster.petalsearch.com/site/petalbot', ['PetalBot', 'search']),
  checkedPage('Kagi', 'https://kagi.com/bot', { checked: '2026-11-22' }, [
    'Kagibot',
    'search',
    { thenTokens: ['Googlebot'], obeysRobotsTxt: 'yes' },
  ]),
  page('Kakao', 'https://cs.daum.net/faq/15/4118.html', ['Daum', 'search']),
  page('Mail.ru', 'https://help.mail.ru/webmaster/indexing/robots/types_robots', [
    'Mail.RU_Bot',
    'search',
  ]),
  checkedPage(
    'Microsoft',
    'https://www.bing.com/webmasters/help/which-crawlers-does-bing-use-8c184ec0',
    { checked: '2026-11-22', obeysRobotsTxt: 'yes' },
    ['AdIdxBot', 'advertising'],
    [
      'bingbot',
      'search',
      {
        thenTokens: {
          is: ['msnbot'],
          source: 'https://blogs.bing.com/webmaster/June-2010/Bing-crawler-bingbot-on-the-horizon',
        },
        crawlDelay: {
          is: 'also-of-star',
          source:
            'https://thrivesearch.com/robots-txt-tip-from-bing-include-all-relevant-directives-if-you-have-a-bingbot-section/',
        },
        note: 'If its group has no Crawl-delay, that of "*" applies: the source quotes a program manager of Bing.',
      },
    ],
    ['BingPreview', 'preview'],
    ['BingVideoPreview', 'preview'],
    ['MicrosoftPreview', 'preview'],
  ),
  page('Mojeek', 'https://www.mojeek.com/bot.html', ['MojeekBot', 'search']),
  page('Naver', 'https://help.naver.com/robots/', ['Yeti', 'search']),
  page('Qwant', 'https://help.qwant.com/bot/', ['Qwantbot', 'search'], ['Qwantbot-news', 'search']),
  page('Seznam', 'https://o-seznam.cz/napoveda/vyhledavani/en/crawling-control/', [
    'SeznamBot',
    'search',
  ]),
  page('so.com', 'https://www.so.com/help/help_3_2.html', ['360Spider', 'search']),
  page('Sogou', 'https://www.sogou.com/docs/help/webmasters.htm', [
    'Sogou',
    'search',
    'Its name is "Sogou web spider", and its product token is the part before the first space.',
  ]),
  page('TinEye', 'https://www.tineye.com/crawler.html', ['TinEye-bot', 'search']),
  page('YaCy', 'https://yacy.net/bot.html', ['yacybot', 'search']),
  page('Yahoo', 'https://help.yahoo.com/help/us/ysearch/slurp', ['Slurp', 'search']),
  checkedPage(
    'Yandex',
    'https://yandex.com/bots',
    { checked: '2026-11-22', ...asYandex },
    ['YandexBlogs', 'search'],
    ['YandexFavicons', 'search'],
    ['YandexImages', 'search'],
    ['YandexMarket', 'search'],
    ['YandexMedia', 'search'],
    ['YandexNews', 'search'],
    ['YandexOntoDB', 'search'],
    ['YandexRenderResourcesBot', 'search'],
    ['YandexVerticals', 'search'],
    ['YandexVertis', 'search'],
    ['YandexVideo', 'search'],
    ['YandexWebmaster', 'seo'],
  ),
  checkedPage(
    'Yandex',
    'https://yandex.com/support/partner2/technologies/robot.html',
    { checked: '2026-11-22', thenTokens: ['Yandex'], crawlDelay: noYandexDelay },
    [
      'YandexDirect',
      'advertising',
      'Its operator says only that a group for Yandex that blocks everything may block it too.',
    ],
  ),
  checkedPage(
    'Yandex',
    YANDEX_USER_AGENT,
    { checked: '2026-11-22', ...yandexFile },
    ['Yandex', 'search', 'It stands for all robots of the operator that no group names.'],
    ['YandexBot', 'search', asYandex],
  ),
  checkedPage(
    'Yandex',
    'https://yandex.ru/support/webmaster/en/search-appearance/fast.html',
    { checked: '2026-11-22', ...asYandex },
    ['YandexAdditional', 'ai-search'],
    ['YandexAdditionalBot', 'ai-search'],
  ),
  page('ZUM', 'https://help.zum.com/inquiry', ['ZumBot', 'search']),
];
