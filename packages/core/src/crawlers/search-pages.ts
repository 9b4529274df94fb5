/** Those who run search engines for everyone: all of their crawlers, whatever each is for. */
import type { OperatorPage } from './operator-page.js';

const IGNORES_EVERYONE = 'It does not follow the groups of "*": name it.';
const ASKED_BY_USER =
  'It fetches what a user asks for, and mostly does so whatever robots.txt says.';

export const searchPages: readonly OperatorPage[] = [
  {
    operator: 'Google',
    source: 'https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers',
    crawlers: [
      ['Googlebot', 'search'],
      ['Googlebot-Image', 'search'],
      ['Googlebot-News', 'search', 'It sends the name Googlebot.'],
      ['Googlebot-Video', 'search'],
      ['Storebot-Google', 'search'],
      ['Google-InspectionTool', 'seo'],
      ['GoogleOther', 'other'],
      ['GoogleOther-Image', 'other'],
      ['GoogleOther-Video', 'other'],
      ['Google-CloudVertexBot', 'ai-search', 'It crawls where the owner of the site asks for it.'],
      [
        'Google-Extended',
        'ai-training',
        'No crawler sends this name: it says what may be done with what Googlebot fetches.',
      ],
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
      ['GoogleMessages', 'preview', ASKED_BY_USER],
    ],
  },
  {
    operator: 'Microsoft',
    source: 'https://www.bing.com/webmasters/help/which-crawlers-does-bing-use-8c184ec0',
    crawlers: [
      ['bingbot', 'search'],
      ['AdIdxBot', 'advertising'],
      ['BingPreview', 'preview'],
      ['MicrosoftPreview', 'preview'],
    ],
  },
  {
    operator: 'Apple',
    source: 'https://support.apple.com/en-us/119829',
    crawlers: [
      ['Applebot', 'search', 'Where no group names it, it follows those of Googlebot.'],
      [
        'Applebot-Extended',
        'ai-training',
        'No crawler sends this name: it says what may be done with what Applebot fetches.',
      ],
      ['iTMS', 'other', 'It does not follow robots.txt: it fetches registered podcasts only.'],
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
    operator: 'Yandex',
    source: 'https://yandex.com/support/webmaster/en/robot-workings/user-agent',
    crawlers: [
      ['Yandex', 'search', 'No crawler sends this name: it stands for all of the operator.'],
      ['YandexBot', 'search'],
    ],
  },
  {
    operator: 'Yandex',
    source: 'https://yandex.com/support/partner2/technologies/robot.html',
    crawlers: [['YandexDirect', 'advertising']],
  },
  {
    operator: 'Baidu',
    source: 'https://www.baidu.com/search/spider.html',
    crawlers: [['Baiduspider', 'search']],
  },
  {
    operator: 'Huawei',
    source: 'https://webmaster.petalsearch.com/site/petalbot',
    crawlers: [['PetalBot', 'search']],
  },
  {
    operator: 'Mojeek',
    source: 'https://www.mojeek.com/bot.html',
    crawlers: [['MojeekBot', 'search']],
  },
  {
    operator: 'Naver',
    source: 'https://help.naver.com/robots/',
    crawlers: [['Yeti', 'search']],
  },
  {
    operator: 'Seznam',
    source: 'https://o-seznam.cz/napoveda/vyhledavani/en/crawling-control/',
    crawlers: [['SeznamBot', 'search']],
  },
  {
    operator: 'Brave',
    source: 'https://safe.search.brave.com/help/brave-search-crawler',
    crawlers: [['Bravebot', 'search']],
  },
];
