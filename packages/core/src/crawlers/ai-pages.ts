/** Operators that build models, and those that collect content for models. */
import { type OperatorPage, USER_TRIGGERED, WITHOUT_PAGE } from './operator-page.js';

export const aiPages: readonly OperatorPage[] = [
  {
    operator: 'Ai2',
    source: 'https://allenai.org/crawler',
    crawlers: [
      ['AI2Bot', 'ai-training'],
      ['Ai2Bot-Dolma', 'ai-training'],
    ],
  },
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
  {
    operator: 'Amazon',
    source:
      'https://docs.aws.amazon.com/bedrock/latest/userguide/webcrawl-data-source-connector.html',
    crawlers: [['bedrockbot', 'ai-search', 'It crawls what customers of Amazon Bedrock choose.']],
  },
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
  {
    operator: 'Atlassian',
    source:
      'https://support.atlassian.com/organization-administration/docs/connect-custom-website-to-rovo/',
    crawlers: [['atlassian-bot', 'ai-search']],
  },
  {
    operator: 'Bright Data',
    source: 'https://brightdata.com/brightbot',
    crawlers: [['Brightbot', 'ai-training']],
  },
  {
    operator: 'ByteDance',
    source: 'https://github.com/ai-robots-txt/ai.robots.txt',
    crawlers: [
      ['Bytespider', 'ai-training', WITHOUT_PAGE],
      ['TikTokSpider', 'ai-training', WITHOUT_PAGE],
    ],
  },
  {
    operator: 'Ceramic',
    source: 'https://github.com/CeramicTeam/CeramicTerracotta',
    crawlers: [['TerraCotta', 'ai-search']],
  },
  {
    operator: 'Cloudflare',
    source: 'https://developers.cloudflare.com/autorag',
    crawlers: [['Cloudflare-AutoRAG', 'ai-search']],
  },
  {
    operator: 'Cohere',
    source: 'https://github.com/ai-robots-txt/ai.robots.txt',
    crawlers: [
      ['cohere-ai', 'ai-user', WITHOUT_PAGE],
      ['cohere-training-data-crawler', 'ai-training', WITHOUT_PAGE],
    ],
  },
  {
    operator: 'DeepSeek',
    source: 'https://github.com/ai-robots-txt/ai.robots.txt',
    crawlers: [['DeepSeekBot', 'ai-training', WITHOUT_PAGE]],
  },
  {
    operator: 'Diffbot',
    source: 'https://docs.diffbot.com/docs/does-crawl-respect-robotstxt',
    crawlers: [
      ['Diffbot', 'search'],
      ['Diffbot-User', 'other', "It fetches what users of Diffbot's software request."],
    ],
  },
  {
    operator: 'ImageSift',
    source: 'https://imagesift.com/about',
    crawlers: [['ImagesiftBot', 'search']],
  },
  {
    operator: 'img2dataset',
    source: 'https://github.com/rom1504/img2dataset',
    crawlers: [['img2dataset', 'ai-training', 'It is a program that anyone can run.']],
  },
  {
    operator: 'Klaviyo',
    source: 'https://help.klaviyo.com/hc/en-us/articles/40496146232219',
    crawlers: [['KlaviyoAIBot', 'ai-search']],
  },
  {
    operator: 'LAION',
    source: 'https://laion.ai/faq/',
    crawlers: [['LAIONDownloader', 'ai-training']],
  },
  {
    operator: 'Lyrenth',
    source: 'https://lyrenth.com/crawler-policy',
    crawlers: [['AIWebIndex', 'ai-search']],
  },
  {
    operator: 'Meta',
    source: 'https://developers.facebook.com/docs/sharing/bot/',
    crawlers: [['FacebookBot', 'ai-training']],
  },
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
  {
    operator: 'NICT',
    source: 'https://ucri.nict.go.jp/en/icccrawler.html',
    crawlers: [['ICC-Crawler', 'ai-training']],
  },
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
  {
    operator: 'Parallel Web Systems',
    source: 'https://docs.parallel.ai/features/crawler',
    crawlers: [['ShapBot', 'ai-search']],
  },
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
  {
    operator: 'ROIS',
    source: 'https://ds.rois.ac.jp/en_center8/en_crawler/',
    crawlers: [['Cotoyogi', 'ai-training']],
  },
  {
    operator: 'SB Intuitions',
    source: 'https://www.sbintuitions.co.jp/en/bot/',
    crawlers: [['SBIntuitionsBot', 'ai-training']],
  },
  {
    operator: 'Timpi',
    source: 'https://github.com/ai-robots-txt/ai.robots.txt',
    crawlers: [['Timpibot', 'ai-training', WITHOUT_PAGE]],
  },
  {
    operator: 'Velen',
    source: 'https://velen.io',
    crawlers: [['VelenPublicWebCrawler', 'ai-training']],
  },
  {
    operator: 'Webz.io',
    source: 'https://github.com/ai-robots-txt/ai.robots.txt',
    crawlers: [
      ['omgilibot', 'other', WITHOUT_PAGE],
      ['Webzio-Extended', 'ai-training', WITHOUT_PAGE],
    ],
  },
  {
    operator: 'Webz.io',
    source:
      'https://webz.io/blog/web-data/what-is-the-omgili-bot-and-why-is-it-crawling-your-website/',
    crawlers: [['omgili', 'other']],
  },
  {
    operator: 'You.com',
    source: 'https://about.you.com/youbot/',
    crawlers: [['YouBot', 'ai-search']],
  },
];
