/** Operators of public search engines other than Google: all of their crawlers, for any purpose. */
import { checkedOn, checkedPage, type OperatorPage, ofSeveralWords, page } from './operator-page.js';

/**
 * Yandex robots follow their own group, else that of `Yandex`, else that of `*`. "If the file doesn't match the
 * requirements", such as status 200, "the site is considered open for indexing".
 */
const YANDEX_USER_AGENT = 'https://yandex.com/support/webmaster/en/robot-workings/user-agent';
const noYandexDelay = {
  is: false,
  source: 'https://yandex.com/support/webmaster/en/robot-workings/crawl-delay',
} as const;
/** "All Yandex robot names end in yandex.ru, yandex.net, or yandex.com." */
const addressesOfYandex = checkedOn(
  '2026-11-29',
  { hostDomains: ['yandex.ru', 'yandex.net', 'yandex.com'] },
  'https://yandex.com/support/webmaster/robot-workings/check-yandex-robots.html',
);
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
  addresses: addressesOfYandex,
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
    [
      'Applebot',
      'search',
      {
        thenTokens: ['Googlebot'],
        obeysRobotsTxt: 'yes',
        crawlDelay: false,
        addresses: checkedOn('2026-11-24', {
          lists: ['https://search.developer.apple.com/applebot.json'],
          hostDomains: ['applebot.apple.com'],
        }),
        blocking: checkedOn('2026-11-29', 'The content does not appear in search results of Spotlight, Siri and Safari.'),
      },
    ],
    [
      'Applebot-Extended',
      'ai-training',
      {
        kind: 'control-token',
        governs: "training of Apple's foundation models",
        blocking: checkedOn(
          '2026-11-29',
          'Apple does not train its foundation models on the content; search results and their ranking do not change.',
        ),
        note: 'It governs content that Applebot fetched.',
      },
    ],
    ['iTMS', 'other', { obeysRobotsTxt: 'no', note: 'It fetches only content registered with Apple Podcasts.' }],
  ),
  checkedPage(
    'Baidu',
    'https://help.baidu.com/question?prod_id=99&class=476&id=2996',
    {
      checked: '2026-11-22',
      obeysRobotsTxt: 'yes',
      addresses: checkedOn('2026-11-24', { hostDomains: ['baidu.com', 'baidu.jp'] }),
    },
    [
      'Baiduspider',
      'search',
      {
        blocking: checkedOn(
          '2026-11-29',
          'Baidu does not index or show the content, but a page to which others link can still appear with their description.',
          'https://www.baidu.com/search/robots_english.html',
        ),
      },
    ],
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
  {
    operator: 'Cốc Cốc',
    source: 'https://coccoc.com/search/console/coc-coc-robots',
    all: { obeysRobotsTxt: checkedOn('2026-11-30', 'yes', 'https://help.coccoc.com/en/search-engine/robots-txt') },
    crawlers: [
      ['coccocbot', 'search', 'It stands for all crawlers of the operator.'],
      ['coccocbot-ads', 'advertising'],
      ['coccocbot-fast', 'search'],
      ['coccocbot-image', 'search'],
      ['coccocbot-shopping', 'search'],
      ['coccocbot-web', 'search'],
    ],
  },
  page('DuckDuckGo', 'https://duckduckgo.com/duckduckbot', [
    'DuckDuckBot',
    'search',
    {
      obeysRobotsTxt: checkedOn('2026-11-30', 'yes', 'https://duckduckgo.com/duckduckgo-help-pages/results/duckduckbot'),
      addresses: checkedOn('2026-11-24', { lists: ['https://duckduckgo.com/duckduckbot.json'] }),
    },
  ]),
  checkedPage(
    'DuckDuckGo',
    'https://duckduckgo.com/duckduckgo-help-pages/results/duckassistbot',
    { checked: '2026-11-22', obeysRobotsTxt: 'yes' },
    [
      'DuckAssistBot',
      'ai-search',
      {
        addresses: checkedOn('2026-11-29', {
          lists: ['https://duckduckgo.com/duckassistbot.json'],
        }),
        blocking: checkedOn('2026-11-29', 'The site is not a source of the AI-assisted answers of DuckDuckGo.'),
      },
    ],
  ),
  page('Huawei', 'https://webmaster.petalsearch.com/site/petalbot', [
    'PetalBot',
    'search',
    {
      obeysRobotsTxt: checkedOn('2026-11-30', 'yes', 'https://aspiegel.com/petalbot'),
      blocking: checkedOn(
        '2026-11-30',
        'The pages cannot be found in Petal Search, Huawei Assistant and AI Search.',
        'https://aspiegel.com/petalbot',
      ),
    },
  ]),
  checkedPage('Kagi', 'https://kagi.com/bot', { checked: '2026-11-22' }, [
    'Kagibot',
    'search',
    { thenTokens: ['Googlebot'], obeysRobotsTxt: 'yes' },
  ]),
  checkedPage('Kakao', 'https://cs.daum.net/faq/15/4118.html', { checked: '2026-11-30', obeysRobotsTxt: 'yes' }, [
    'Daum',
    'search',
  ]),
  checkedPage(
    'LINE',
    'https://help2.line.me/linesearchbot/web/?contentId=50006055&lang=en',
    { checked: '2026-11-30', obeysRobotsTxt: 'yes' },
    ['Linespider', 'search'],
  ),
  page('Mail.ru', 'https://help.mail.ru/webmaster/indexing/robots/types_robots', ['Mail.RU_Bot', 'search']),
  checkedPage(
    'Marginalia Search',
    'https://about.marginalia-search.com/article/for-webmasters/',
    { checked: '2026-11-30', obeysRobotsTxt: 'yes' },
    ['search.marginalia.nu', 'search'],
  ),
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
        addresses: checkedOn(
          '2026-11-24',
          {
            lists: ['https://www.bing.com/toolbox/bingbot.json'],
            hostDomains: ['search.msn.com'],
          },
          'https://www.bing.com/webmasters/help/how-to-verify-bingbot-3905dc26',
        ),
        blocking: checkedOn(
          '2026-11-29',
          'Bing and Copilot rely on the same crawl, so the content may be less visible in both, or missing.',
          'https://www.bing.com/webmasters/help/webmaster-guidelines-30fba23a',
        ),
        // "Content without NOCACHE tag and without NOARCHIVE tag … may be used in training our generative AI foundation models."
        alsoFor: checkedOn(
          '2026-11-29',
          ['ai-training'],
          'https://blogs.bing.com/webmaster/september-2023/Announcing-new-options-for-webmasters-to-control-usage-of-their-content-in-Bing-Chat',
        ),
        note: 'If its group has no Crawl-delay, that of "*" applies: the source quotes a program manager of Bing. Microsoft may train models on pages without NOARCHIVE or NOCACHE.',
      },
    ],
    ['BingPreview', 'preview'],
    ['BingVideoPreview', 'preview'],
    ['MicrosoftPreview', 'preview'],
  ),
  checkedPage(
    'Mojeek',
    'https://www.mojeek.com/bot.html',
    { checked: '2026-11-30', obeysRobotsTxt: 'yes', crawlDelay: false, addresses: { hostDomains: ['mojeek.com'] } },
    ['MojeekBot', 'search'],
  ),
  checkedPage(
    'Naver',
    'https://searchadvisor.naver.com/guide/seo-basic-firewall',
    { checked: '2026-11-30' },
    ['Ads-Naver', 'advertising'],
    ['Blueno', 'preview'],
    ['Yeti', 'search'],
  ),
  checkedPage(
    'Qwant',
    'https://help.qwant.com/bot/',
    { checked: '2026-11-30', obeysRobotsTxt: 'yes', addresses: { hostDomains: ['qwant.com'] } },
    ['Qwantbot', 'search'],
    ['Qwantbot-news', 'search'],
  ),
  checkedPage(
    'Seznam',
    'https://o-seznam.cz/napoveda/vyhledavani/en/crawling-control/',
    { checked: '2026-11-30', obeysRobotsTxt: 'yes' },
    ['SeznamBot', 'search'],
  ),
  checkedPage(
    'so.com',
    'https://www.so.com/help/help_3_2.html',
    { checked: '2026-11-30', obeysRobotsTxt: 'yes' },
    ['360Spider', 'search'],
    ['360Spider-Image', 'search'],
    ['360Spider-Video', 'search'],
  ),
  checkedPage('Sogou', 'https://www.sogou.com/docs/help/webmasters.htm', { checked: '2026-11-30', obeysRobotsTxt: 'yes' }, [
    'Sogou',
    'search',
    { ...ofSeveralWords('Sogou web spider'), blocking: 'The pages cannot be found in Sogou.' },
  ]),
  checkedPage('Stract', 'https://stract.com/webmasters', { checked: '2026-11-30', obeysRobotsTxt: 'yes' }, [
    'StractBot',
    'search',
  ]),
  page('TinEye', 'https://www.tineye.com/crawler.html', ['TinEye-bot', 'search']),
  checkedPage('YaCy', 'https://yacy.net/bot.html', { checked: '2026-11-30', obeysRobotsTxt: 'yes' }, [
    'yacybot',
    'search',
    'It is a program that anyone can run.',
  ]),
  checkedPage(
    'Yahoo',
    'https://help.yahoo.com/kb/search-for-desktop/SLN22600.html',
    { checked: '2026-11-30', obeysRobotsTxt: 'yes', crawlDelay: true },
    ['Slurp', 'search', { blocking: 'The site may be missing from results of Yahoo Mobile Search.' }],
  ),
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
    {
      checked: '2026-11-22',
      thenTokens: ['Yandex'],
      crawlDelay: noYandexDelay,
      addresses: addressesOfYandex,
    },
    [
      'YandexDirect',
      'advertising',
      {
        blocking: checkedOn(
          '2026-11-29',
          'Advertisements on the site are less relevant to its content, which reduces the revenue.',
        ),
        note: 'Its operator says only that a group for Yandex that blocks everything may block it too.',
      },
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
  checkedPage('ZoomInfo', 'https://www.zoominfo.com/legal/zoominfobot', { checked: '2026-11-30', obeysRobotsTxt: 'yes' }, [
    'Zoominfobot',
    'search',
    'It collects information about businesses and people who work for them.',
  ]),
  page('ZUM', 'https://help.zum.com/inquiry', ['ZumBot', 'search']),
];
