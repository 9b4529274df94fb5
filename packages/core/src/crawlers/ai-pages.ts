/** Operators that build models, and those that collect content for models. */
import {
  type CrawlerAddresses,
  checkedOn,
  checkedPage,
  type Fact,
  IGNORES_STAR,
  type OperatorPage,
  page,
  userTriggered,
  WITHOUT_PAGE,
} from './operator-page.js';

/** A list of AI crawlers, among them some without a page of their operators. */
const AI_ROBOTS_TXT = 'https://github.com/ai-robots-txt/ai.robots.txt';

/** Returns the fact that an operator's page links to a list of addresses. */
function listedAt(list: string): Fact<CrawlerAddresses> {
  return checkedOn('2026-11-24', { lists: [list] });
}

export const aiPages: readonly OperatorPage[] = [
  page('Ai2', 'https://allenai.org/crawler', ['AI2Bot', 'ai-training'], ['Ai2Bot-Dolma', 'ai-training']),
  checkedPage(
    'Amazon',
    'https://developer.amazon.com/amazonbot',
    { checked: '2026-11-22', obeysRobotsTxt: 'yes', crawlDelay: false },
    [
      'Amazonbot',
      ['ai-training', 'other'],
      {
        dialect: 'rfc9309',
        policy: 'amazon',
        addresses: checkedOn('2026-11-24', { hostDomains: ['crawl.amazonbot.amazon'] }),
        blocking: checkedOn('2026-11-29', 'Amazon uses the content neither to improve its products nor to train its AI models.'),
        note: 'It also serves other products of Amazon.',
      },
    ],
    [
      'Amzn-SearchBot',
      'ai-search',
      {
        dialect: checkedOn('2026-11-29', 'rfc9309'),
        policy: checkedOn('2026-11-29', 'amazon'),
        blocking: checkedOn('2026-11-29', 'The content is not eligible for search experiences of Amazon, such as Alexa.'),
        note: 'If no group names it, it follows groups for other search bots, but the page does not say which.',
      },
    ],
    ['Amzn-User', 'ai-user', userTriggered],
  ),
  checkedPage(
    'Amazon',
    'https://docs.aws.amazon.com/amazonq/latest/business-use-dg/stop-web-crawler.html',
    { checked: '2026-11-29', obeysRobotsTxt: 'yes' },
    ['amazon-QBusiness', 'ai-search', 'It crawls what customers of Amazon Q Business choose.'],
  ),
  checkedPage(
    'Amazon',
    'https://docs.aws.amazon.com/bedrock/latest/userguide/webcrawl-data-source-connector.html',
    { checked: '2026-11-29', obeysRobotsTxt: 'yes' },
    ['bedrockbot', 'ai-search', 'It crawls what customers of Amazon Bedrock choose.'],
  ),
  checkedPage(
    'Anthropic',
    'https://support.claude.com/en/articles/8896518-does-anthropic-crawl-data-from-the-web-and-how-can-site-owners-block-the-crawler',
    {
      checked: '2026-11-22',
      obeysRobotsTxt: 'yes',
      crawlDelay: true,
      addresses: listedAt('https://claude.com/crawling/bots.json'),
    },
    [
      'Claude-SearchBot',
      'ai-search',
      {
        blocking: checkedOn(
          '2026-11-29',
          'Anthropic does not index the content for search, so the site may be less visible in the search results of Claude.',
        ),
      },
    ],
    [
      'Claude-User',
      'ai-user',
      {
        blocking: checkedOn(
          '2026-11-29',
          'Claude cannot retrieve the content for questions of its users, so the site may be less visible in their searches.',
        ),
      },
    ],
    [
      'ClaudeBot',
      'ai-training',
      {
        blocking: checkedOn(
          '2026-11-29',
          'Future content of the site is left out of the data that the models of Anthropic are trained on.',
        ),
      },
    ],
  ),
  checkedPage(
    'Atlassian',
    'https://support.atlassian.com/organization-administration/docs/connect-custom-website-to-rovo/',
    { checked: '2026-11-30', obeysRobotsTxt: 'yes' },
    ['atlassian-bot', 'ai-search', 'It crawls only sites whose robots.txt names it.'],
  ),
  checkedPage('Bright Data', 'https://brightdata.com/brightbot', { checked: '2026-11-30', obeysRobotsTxt: 'yes' }, [
    'Brightbot',
    'ai-training',
  ]),
  page('ByteDance', AI_ROBOTS_TXT, ['Bytespider', 'ai-training', WITHOUT_PAGE], ['TikTokSpider', 'ai-training', WITHOUT_PAGE]),
  checkedPage('Ceramic', 'https://github.com/CeramicTeam/CeramicTerracotta', { checked: '2026-11-30', obeysRobotsTxt: 'yes' }, [
    'TerraCotta',
    'ai-search',
  ]),
  checkedPage(
    'Cloudflare',
    'https://developers.cloudflare.com/ai-search/configuration/data-source/website/parse-types/',
    { checked: '2026-11-30', obeysRobotsTxt: 'yes' },
    ['Cloudflare-AI-Search', 'ai-search', 'It crawls sites of customers of Cloudflare, at their request.'],
    ['Cloudflare-AI-Search-External', 'ai-search', 'It crawls what customers of Cloudflare choose.'],
  ),
  checkedPage(
    'Cloudflare',
    'https://developers.cloudflare.com/browser-run/quick-actions/crawl-endpoint/',
    { checked: '2026-11-30', obeysRobotsTxt: 'yes', crawlDelay: true },
    ['CloudflareBrowserRenderingCrawler', ['other', 'ai-training'], 'It crawls what customers of Cloudflare choose.'],
  ),
  checkedPage('Cohere', 'https://docs.cohere.com/docs/cohere-web-crawlers', { checked: '2026-11-30', obeysRobotsTxt: 'yes' }, [
    'Coherebot',
    'ai-training',
    'Its operator crawls nothing to train generative models at this time, and would use this name.',
  ]),
  page(
    'Cohere',
    AI_ROBOTS_TXT,
    ['cohere-ai', 'ai-user', WITHOUT_PAGE],
    [
      'cohere-training-data-crawler',
      'ai-training',
      `${WITHOUT_PAGE} Its operator says that it crawls nothing to train generative models at this time.`,
    ],
  ),
  page('DeepSeek', AI_ROBOTS_TXT, ['DeepSeekBot', 'ai-training', WITHOUT_PAGE]),
  checkedPage(
    'Diffbot',
    'https://docs.diffbot.com/docs/does-crawl-respect-robotstxt',
    { checked: '2026-11-30' },
    [
      'Diffbot',
      'search',
      {
        obeysRobotsTxt: 'yes',
        crawlDelay: true,
        note: 'It does not crawl to train generative models.',
      },
    ],
    ['Diffbot-User', 'other', "It fetches what users of Diffbot's software request."],
  ),
  page('Exa', 'https://crawler.exa.ai/', [
    'ExaSearchBot',
    'ai-search',
    'If no group names it, it follows groups for large search engines, but the page does not say which.',
  ]),
  page('Huawei', AI_ROBOTS_TXT, ['PanguBot', 'ai-training', WITHOUT_PAGE]),
  checkedPage(
    'ImageSift',
    'https://imagesift.com/about',
    { checked: '2026-11-30', thenTokens: ['Googlebot'], obeysRobotsTxt: 'yes', crawlDelay: true },
    ['ImagesiftBot', 'search'],
  ),
  page('img2dataset', 'https://github.com/rom1504/img2dataset', [
    'img2dataset',
    'ai-training',
    'It is a program that anyone can run. By default, it leaves out images with noai or noindex in X-Robots-Tag.',
  ]),
  checkedPage(
    'Klaviyo',
    'https://help.klaviyo.com/hc/en-us/articles/40496146232219',
    { checked: '2026-11-30', obeysRobotsTxt: 'yes' },
    ['KlaviyoAIBot', 'ai-search'],
  ),
  page('LAION', 'https://laion.ai/faq/', [
    'LAIONDownloader',
    'ai-training',
    'Its operator says that it does not crawl websites, but looks at pictures that Common Crawl found.',
  ]),
  checkedPage('Lyrenth', 'https://www.lyrenth.com/crawler-policy', { checked: '2026-11-30', obeysRobotsTxt: 'yes' }, [
    'AIWebIndex',
    'ai-search',
  ]),
  page('Meta', 'https://developers.facebook.com/docs/sharing/bot/', ['FacebookBot', 'ai-training']),
  checkedPage(
    'Meta',
    'https://developers.facebook.com/docs/sharing/webmasters/web-crawlers',
    { checked: '2026-11-22', obeysRobotsTxt: 'yes' },
    ['facebookcatalog', 'preview', { obeysRobotsTxt: undefined }],
    ['facebookexternalhit', 'preview', 'It may ignore robots.txt for security checks.'],
    ['meta-externalads', 'advertising'],
    [
      'meta-externalagent',
      'ai-training',
      {
        blocking: checkedOn(
          '2026-11-29',
          'Meta uses the content neither to train its foundation models nor as an index to improve its products.',
        ),
      },
    ],
    ['meta-externalfetcher', 'ai-user', userTriggered],
    [
      'meta-webindexer',
      'ai-search',
      {
        blocking: checkedOn('2026-11-29', 'It is harder for Meta AI to cite the content and link to it in its responses.'),
      },
    ],
  ),
  checkedPage(
    'Mistral',
    'https://docs.mistral.ai/robots',
    { checked: '2026-11-22', obeysRobotsTxt: 'yes' },
    [
      'MistralAI-Index',
      'ai-search',
      {
        addresses: checkedOn('2026-11-29', {
          lists: ['https://mistral.ai/mistralai-index-ips.json'],
        }),
        blocking: checkedOn(
          '2026-11-29',
          'Mistral does not index the content for the search that answers questions in Vibe; it trains no models on it either way.',
        ),
      },
    ],
    ['MistralAI-Training', 'ai-training'],
    [
      'MistralAI-User',
      'ai-user',
      {
        addresses: checkedOn('2026-11-29', {
          lists: ['https://mistral.ai/mistralai-user-ips.json'],
        }),
        blocking: checkedOn(
          '2026-11-29',
          'Vibe does not visit the site to answer questions of its users, nor link to it as a source.',
        ),
      },
    ],
  ),
  checkedPage(
    'Moonshot AI',
    'https://www.kimi.com/policies/kimi-crawlers',
    { checked: '2026-11-29', obeysRobotsTxt: 'yes' },
    [
      'Kimi-SearchBot',
      'ai-search',
      {
        addresses: { lists: ['https://www.kimi.com/policies/kimi-searchbot.json'] },
        blocking: 'The site does not appear in search results of Kimi.',
      },
    ],
    [
      'Kimi-User',
      'ai-user',
      {
        ...userTriggered,
        addresses: { lists: ['https://www.kimi.com/policies/kimi-user.json'] },
        blocking: 'The site may be less visible in web searches that users of Kimi start.',
      },
    ],
    [
      'KimiBot',
      'ai-training',
      {
        addresses: { lists: ['https://www.kimi.com/policies/kimibot.json'] },
        blocking: 'It tells Moonshot AI not to train its models on the content.',
      },
    ],
  ),
  checkedPage(
    'Mozilla',
    'https://docs.tabstack.ai/trust/controlling-access',
    { checked: '2026-11-30', obeysRobotsTxt: 'yes', fallsBackToStar: false },
    ['Mozilla-Tabstack', 'ai-user', IGNORES_STAR],
  ),
  page('NICT', 'https://ucri.nict.go.jp/en/icccrawler.html', ['ICC-Crawler', 'ai-training']),
  checkedPage(
    'OpenAI',
    'https://developers.openai.com/api/docs/bots',
    { checked: '2026-11-22', obeysRobotsTxt: 'yes' },
    [
      'ChatGPT-User',
      'ai-user',
      {
        ...userTriggered,
        addresses: listedAt('https://openai.com/chatgpt-user.json'),
        blocking: checkedOn(
          '2026-11-29',
          'Search in ChatGPT does not change, and the rules may not apply to pages that users request.',
        ),
      },
    ],
    [
      'GPTBot',
      'ai-training',
      {
        addresses: listedAt('https://openai.com/gptbot.json'),
        blocking: checkedOn(
          '2026-11-29',
          'It tells OpenAI not to train its foundation models on the content; search in ChatGPT does not change.',
        ),
      },
    ],
    [
      'OAI-AdsBot',
      'advertising',
      {
        obeysRobotsTxt: undefined,
        addresses: checkedOn('2026-11-29', { lists: ['https://openai.com/adsbot.json'] }),
      },
    ],
    [
      'OAI-SearchBot',
      'ai-search',
      {
        addresses: listedAt('https://openai.com/searchbot.json'),
        blocking: checkedOn(
          '2026-11-29',
          'The site is not shown in search answers of ChatGPT, but can still appear there as a navigational link.',
        ),
      },
    ],
  ),
  checkedPage(
    'Parallel Web Systems',
    'https://parallel.ai/parallel-web-systems-bots',
    { checked: '2026-11-30' },
    ['Shap-User', 'ai-user', userTriggered],
    [
      'ShapBot',
      'ai-search',
      {
        obeysRobotsTxt: 'yes',
        addresses: { lists: ['https://docs.parallel.ai/resources/shapbot.json'] },
        blocking: 'The site may be less visible in search features and web APIs of Parallel.',
      },
    ],
  ),
  checkedPage(
    'Perplexity',
    'https://docs.perplexity.ai/docs/resources/perplexity-crawlers',
    { checked: '2026-11-22', obeysRobotsTxt: 'yes' },
    [
      'Perplexity-User',
      'ai-user',
      {
        ...userTriggered,
        addresses: listedAt('https://www.perplexity.com/perplexity-user.json'),
      },
    ],
    [
      'PerplexityBot',
      'ai-search',
      {
        addresses: listedAt('https://www.perplexity.com/perplexitybot.json'),
        blocking: checkedOn(
          '2026-11-29',
          'The site may be missing from search results of Perplexity, which trains no models on what this crawler fetches.',
        ),
      },
    ],
  ),
  checkedPage(
    'ROIS',
    'https://ds.rois.ac.jp/en_center8/en_crawler/',
    { checked: '2026-11-30', obeysRobotsTxt: 'yes', crawlDelay: true },
    ['Cotoyogi', 'ai-training'],
  ),
  page('SB Intuitions', 'https://www.sbintuitions.co.jp/en/bot/', ['SBIntuitionsBot', 'ai-training']),
  page('Timpi', AI_ROBOTS_TXT, ['Timpibot', 'ai-training', WITHOUT_PAGE]),
  page('Velen', 'https://velen.io', ['VelenPublicWebCrawler', 'ai-training']),
  page('Webz.io', AI_ROBOTS_TXT, ['omgilibot', 'other', WITHOUT_PAGE], ['Webzio-Extended', 'ai-training', WITHOUT_PAGE]),
  page('Webz.io', 'https://webz.io/blog/web-data/what-is-the-omgili-bot-and-why-is-it-crawling-your-website/', [
    'omgili',
    'other',
  ]),
  checkedPage(
    'You.com',
    'https://docs.you.com/youbot',
    { checked: '2026-11-30', obeysRobotsTxt: 'yes', addresses: { hostDomains: ['search.you.com'] } },
    ['YouBot', 'ai-search'],
  ),
];
