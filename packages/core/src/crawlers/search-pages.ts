/** Operators of public search engines, with all of their crawlers. */
import { ASKED_BY_USER, IGNORES_EVERYONE, type OperatorPage } from './operator-page.js';

export const searchPages: readonly OperatorPage[] = [
  {
    operator: 'Apple',
    source: 'https://support.apple.com/en-us/119829',
    crawlers: [
      ['Applebot', 'search', 'If no group names it, it follows the rules for Googlebot.'],
      [
        'Applebot-Extended',
        'ai-training',
        'No crawler sends this name. It controls how pages fetched by Applebot may be used.',
      ],
      [
        'iTMS',
        'other',
        'It does not read robots.txt, because it fetches only registered podcasts.',
      ],
    ],
  },
  {
    operator: 'Baidu',
    source: 'https://www.baidu.com/search/spider.html',
    crawlers: [['Baiduspider', 'search']],
  },
  {
    operator: 'Brave',
    source: 'https://safe.search.brave.com/help/brave-search-crawler',
    crawlers: [['Bravebot', 'search']],
  },
  {
    operator: 'Cốc Cốc',
    source: 'https://coccoc.com/search/console/coc-coc-robots',
    crawlers: [
      ['coccocbot', 'search', "It covers all of the operator's crawlers."],
      ['coccocbot-ads', 'advertising'],
      ['coccocbot-fast', 'search'],
      ['coccocbot-image', 'search'],
      ['coccocbot-shopping', 'search'],
      ['coccocbot-web', 'search'],
    ],
  },
  {
    operator: 'DuckDuckGo',
    source: 'https://duckduckgo.com/duckduckbot',
    crawlers: [['DuckDuckBot', 'search']],
  },
  {
    operator: 'DuckDuckGo',
    source: 'https://duckduckgo.com/duckduckgo-help-pages/results/duckassistbot/',
    crawlers: [['DuckAssistBot', 'ai-search']],
  },
  {
    operator: 'Google',
    source: 'https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers',
    crawlers: [
      ['Google-CloudVertexBot', 'ai-search', "It crawls only at the site owner's request."],
      [
        'Google-Extended',
        'ai-training',
        'No crawler sends this name. It controls how pages fetched by Googlebot may be used.',
      ],
      ['Google-InspectionTool', 'seo'],
      ['Googlebot', 'search'],
      ['Googlebot-Image', 'search'],
      ['Googlebot-News', 'search', 'It identifies itself as Googlebot.'],
      ['Googlebot-Video', 'search'],
      ['GoogleOther', 'other'],
      ['GoogleOther-Image', 'other'],
      ['GoogleOther-Video', 'other'],
      ['Storebot-Google', 'search'],
    ],
  },
  {
    operator: 'Google',
    source:
      'https://developers.google.com/crawling/docs/crawlers-fetchers/google-special-case-crawlers',
    crawlers: [
      ['AdsBot-Google', 'advertising', IGNORES_EVERYONE],
      ['AdsBot-Google-Mobile', 'advertising', IGNORES_EVERYONE],
      ['APIs-Google', 'other', IGNORES_EVERYONE],
      ['Mediapartners-Google', 'advertising', IGNORES_EVERYONE],
    ],
  },
  {
    operator: 'Google',
    source:
      'https://developers.google.com/search/docs/crawling-indexing/google-user-triggered-fetchers',
    crawlers: [
      ['FeedFetcher-Google', 'other', ASKED_BY_USER],
      ['Google-Agent', 'ai-user', ASKED_BY_USER],
      ['Google-CWS', 'other', ASKED_BY_USER],
      ['Google-NotebookLM', 'ai-user', ASKED_BY_USER],
      ['Google-Read-Aloud', 'other', ASKED_BY_USER],
      ['Google-Site-Verification', 'other', ASKED_BY_USER],
      ['GoogleMessages', 'preview', ASKED_BY_USER],
      ['GoogleProducer', 'other', ASKED_BY_USER],
    ],
  },
  {
    operator: 'Huawei',
    source: 'https://webmaster.petalsearch.com/site/petalbot',
    crawlers: [['PetalBot', 'search']],
  },
  {
    operator: 'Kagi',
    source: 'https://kagi.com/bot',
    crawlers: [['Kagibot', 'search', 'If no group names it, it follows the rules for Googlebot.']],
  },
  {
    operator: 'Kakao',
    source: 'https://cs.daum.net/faq/15/4118.html',
    crawlers: [['Daum', 'search']],
  },
  {
    operator: 'Mail.ru',
    source: 'https://help.mail.ru/webmaster/indexing/robots/types_robots',
    crawlers: [['Mail.RU_Bot', 'search']],
  },
  {
    operator: 'Microsoft',
    source: 'https://www.bing.com/webmasters/help/which-crawlers-does-bing-use-8c184ec0',
    crawlers: [
      ['AdIdxBot', 'advertising'],
      ['bingbot', 'search'],
      ['BingPreview', 'preview'],
      ['MicrosoftPreview', 'preview'],
    ],
  },
  {
    operator: 'Mojeek',
    source: 'https://www.mojeek.com/bot.html',
    crawlers: [['MojeekBot', 'search']],
  },
  { operator: 'Naver', source: 'https://help.naver.com/robots/', crawlers: [['Yeti', 'search']] },
  {
    operator: 'Qwant',
    source: 'https://help.qwant.com/bot/',
    crawlers: [
      ['Qwantbot', 'search'],
      ['Qwantbot-news', 'search'],
    ],
  },
  {
    operator: 'Seznam',
    source: 'https://o-seznam.cz/napoveda/vyhledavani/en/crawling-control/',
    crawlers: [['SeznamBot', 'search']],
  },
  {
    operator: 'so.com',
    source: 'https://www.so.com/help/help_3_2.html',
    crawlers: [['360Spider', 'search']],
  },
  {
    operator: 'Sogou',
    source: 'https://www.sogou.com/docs/help/webmasters.htm',
    crawlers: [
      [
        'Sogou',
        'search',
        'Its name is "Sogou web spider"; its product token is the part before the first space.',
      ],
    ],
  },
  {
    operator: 'TinEye',
    source: 'https://www.tineye.com/crawler.html',
    crawlers: [['TinEye-bot', 'search']],
  },
  { operator: 'YaCy', source: 'https://yacy.net/bot.html', crawlers: [['yacybot', 'search']] },
  {
    operator: 'Yahoo',
    source: 'https://help.yahoo.com/help/us/ysearch/slurp',
    crawlers: [['Slurp', 'search']],
  },
  {
    operator: 'Yandex',
    source: 'https://yandex.com/bots',
    crawlers: [
      ['YandexBlogs', 'search'],
      ['YandexImages', 'search'],
      ['YandexMedia', 'search'],
      ['YandexNews', 'search'],
      ['YandexVideo', 'search'],
    ],
  },
  {
    operator: 'Yandex',
    source: 'https://yandex.com/support/partner2/technologies/robot.html',
    crawlers: [['YandexDirect', 'advertising']],
  },
  {
    operator: 'Yandex',
    source: 'https://yandex.com/support/webmaster/en/robot-workings/user-agent',
    crawlers: [
      ['Yandex', 'search', "No crawler sends this name. It covers all of the operator's crawlers."],
      ['YandexBot', 'search'],
    ],
  },
  {
    operator: 'Yandex',
    source: 'https://yandex.ru/support/webmaster/en/search-appearance/fast.html',
    crawlers: [
      ['YandexAdditional', 'ai-search'],
      ['YandexAdditionalBot', 'ai-search'],
    ],
  },
  { operator: 'ZUM', source: 'https://help.zum.com/inquiry', crawlers: [['ZumBot', 'search']] },
];
