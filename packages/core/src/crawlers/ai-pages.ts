/** Operators that build models, and those that collect content for models. */
import { type OperatorPage, page, USER_TRIGGERED, WITHOUT_PAGE } from './operator-page.js';

export const aiPages: readonly OperatorPage[] = [
  page(
    'Ai2',
    'https://allenai.org/crawler',
    ['AI2Bot', 'ai-training'],
    ['Ai2Bot-Dolma', 'ai-training'],
  ),
  {
    operator: 'Amazon',
    source: 'https://developer.amazon.com/amazonbot',
    checked: '2026-11-22',
    all: { obeysRobotsTxt: 'yes', crawlDelay: false },
    crawlers: [
      [
        'Amazonbot',
        ['ai-training', 'other'],
        {
          dialect: 'rfc9309',
          policy: 'amazon',
          note: 'It also serves other products of Amazon.',
        },
      ],
      [
        'Amzn-SearchBot',
        'ai-search',
        'If no group names it, it follows groups for other search bots, but the page does not say which.',
      ],
      ['Amzn-User', 'ai-user', { obeysRobotsTxt: 'user-triggered', note: USER_TRIGGERED }],
    ],
  },
  page(
    'Amazon',
    'https://docs.aws.amazon.com/bedrock/latest/userguide/webcrawl-data-source-connector.html',
    ['bedrockbot', 'ai-search', 'It crawls what customers of Amazon Bedrock choose.'],
  ),
  {
    operator: 'Anthropic',
    source:
      'https://support.claude.com/en/articles/8896518-does-anthropic-crawl-data-from-the-web-and-how-can-site-owners-block-the-crawler',
    checked: '2026-11-22',
    all: { obeysRobotsTxt: 'yes', crawlDelay: true },
    crawlers: [
      ['Claude-SearchBot', 'ai-search'],
      ['Claude-User', 'ai-user'],
      ['ClaudeBot', 'ai-training'],
    ],
  },
  page(
    'Atlassian',
    'https://support.atlassian.com/organization-administration/docs/connect-custom-website-to-rovo/',
    ['atlassian-bot', 'ai-search'],
  ),
  page('Bright Data', 'https://brightdata.com/brightbot', ['Brightbot', 'ai-training']),
  page(
    'ByteDance',
    'https://github.com/ai-robots-txt/ai.robots.txt',
    ['Bytespider', 'ai-training', WITHOUT_PAGE],
    ['TikTokSpider', 'ai-training', WITHOUT_PAGE],
  ),
  page('Ceramic', 'https://github.com/CeramicTeam/CeramicTerracotta', ['TerraCotta', 'ai-search']),
  page('Cloudflare', 'https://developers.cloudflare.com/autorag', [
    'Cloudflare-AutoRAG',
    'ai-search',
  ]),
  page(
    'Cohere',
    'https://github.com/ai-robots-txt/ai.robots.txt',
    ['cohere-ai', 'ai-user', WITHOUT_PAGE],
    ['cohere-training-data-crawler', 'ai-training', WITHOUT_PAGE],
  ),
  page('DeepSeek', 'https://github.com/ai-robots-txt/ai.robots.txt', [
    'DeepSeekBot',
    'ai-training',
    WITHOUT_PAGE,
  ]),
  page(
    'Diffbot',
    'https://docs.diffbot.com/docs/does-crawl-respect-robotstxt',
    ['Diffbot', 'search'],
    ['Diffbot-User', 'other', "It fetches what users of Diffbot's software request."],
  ),
  page('ImageSift', 'https://imagesift.com/about', ['ImagesiftBot', 'search']),
  page('img2dataset', 'https://github.com/rom1504/img2dataset', [
    'img2dataset',
    'ai-training',
    'It is a program that anyone can run.',
  ]),
  page('Klaviyo', 'https://help.klaviyo.com/hc/en-us/articles/40496146232219', [
    'KlaviyoAIBot',
    'ai-search',
  ]),
  page('LAION', 'https://laion.ai/faq/', ['LAIONDownloader', 'ai-training']),
  page('Lyrenth', 'https://lyrenth.com/crawler-policy', ['AIWebIndex', 'ai-search']),
  page('Meta', 'https://developers.facebook.com/docs/sharing/bot/', ['FacebookBot', 'ai-training']),
  {
    operator: 'Meta',
    source: 'https://developers.facebook.com/docs/sharing/webmasters/web-crawlers',
    checked: '2026-11-22',
    all: { obeysRobotsTxt: 'yes' },
    crawlers: [
      ['facebookcatalog', 'preview', { obeysRobotsTxt: undefined }],
      ['facebookexternalhit', 'preview', 'It may ignore robots.txt for security checks.'],
      ['meta-externalads', 'advertising'],
      ['meta-externalagent', 'ai-training'],
      [
        'meta-externalfetcher',
        'ai-user',
        { obeysRobotsTxt: 'user-triggered', note: USER_TRIGGERED },
      ],
      ['meta-webindexer', 'ai-search'],
    ],
  },
  {
    operator: 'Mistral',
    source: 'https://docs.mistral.ai/robots',
    checked: '2026-11-22',
    all: { obeysRobotsTxt: 'yes' },
    crawlers: [
      ['MistralAI-Index', 'ai-search'],
      ['MistralAI-Training', 'ai-training'],
      ['MistralAI-User', 'ai-user'],
    ],
  },
  page('NICT', 'https://ucri.nict.go.jp/en/icccrawler.html', ['ICC-Crawler', 'ai-training']),
  {
    operator: 'OpenAI',
    source: 'https://developers.openai.com/api/docs/bots',
    checked: '2026-11-22',
    all: { obeysRobotsTxt: 'yes' },
    crawlers: [
      ['ChatGPT-User', 'ai-user', { obeysRobotsTxt: 'user-triggered', note: USER_TRIGGERED }],
      ['GPTBot', 'ai-training'],
      ['OAI-AdsBot', 'advertising', { obeysRobotsTxt: undefined }],
      ['OAI-SearchBot', 'ai-search'],
    ],
  },
  page('Parallel Web Systems', 'https://docs.parallel.ai/features/crawler', [
    'ShapBot',
    'ai-search',
  ]),
  {
    operator: 'Perplexity',
    source: 'https://docs.perplexity.ai/docs/resources/perplexity-crawlers',
    checked: '2026-11-22',
    all: { obeysRobotsTxt: 'yes' },
    crawlers: [
      ['Perplexity-User', 'ai-user', { obeysRobotsTxt: 'user-triggered', note: USER_TRIGGERED }],
      ['PerplexityBot', 'ai-search'],
    ],
  },
  page('ROIS', 'https://ds.rois.ac.jp/en_center8/en_crawler/', ['Cotoyogi', 'ai-training']),
  page('SB Intuitions', 'https://www.sbintuitions.co.jp/en/bot/', [
    'SBIntuitionsBot',
    'ai-training',
  ]),
  page('Timpi', 'https://github.com/ai-robots-txt/ai.robots.txt', [
    'Timpibot',
    'ai-training',
    WITHOUT_PAGE,
  ]),
  page('Velen', 'https://velen.io', ['VelenPublicWebCrawler', 'ai-training']),
  page(
    'Webz.io',
    'https://github.com/ai-robots-txt/ai.robots.txt',
    ['omgilibot', 'other', WITHOUT_PAGE],
    ['Webzio-Extended', 'ai-training', WITHOUT_PAGE],
  ),
  page(
    'Webz.io',
    'https://webz.io/blog/web-data/what-is-the-omgili-bot-and-why-is-it-crawling-your-website/',
    ['omgili', 'other'],
  ),
  page('You.com', 'https://about.you.com/youbot/', ['YouBot', 'ai-search']),
];
