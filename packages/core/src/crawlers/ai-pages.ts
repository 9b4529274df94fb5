/** Those who build models, and those who gather what models read. */
import type { OperatorPage } from './operator-page.js';

export const aiPages: readonly OperatorPage[] = [
  {
    operator: 'OpenAI',
    source: 'https://developers.openai.com/api/docs/bots',
    crawlers: [
      ['GPTBot', 'ai-training'],
      ['OAI-SearchBot', 'ai-search'],
      ['ChatGPT-User', 'ai-user', 'A user asks for the page, so robots.txt may not apply.'],
      ['OAI-AdsBot', 'advertising'],
    ],
  },
  {
    operator: 'Anthropic',
    source:
      'https://support.anthropic.com/en/articles/8896518-does-anthropic-crawl-data-from-the-web-and-how-can-site-owners-block-the-crawler',
    crawlers: [
      ['ClaudeBot', 'ai-training'],
      ['Claude-SearchBot', 'ai-search'],
      ['Claude-User', 'ai-user'],
    ],
  },
  {
    operator: 'Perplexity',
    source: 'https://docs.perplexity.ai/guides/bots',
    crawlers: [
      ['PerplexityBot', 'ai-search'],
      ['Perplexity-User', 'ai-user', 'A user asks for the page, so robots.txt may not apply.'],
    ],
  },
  {
    operator: 'Meta',
    source: 'https://developers.facebook.com/docs/sharing/webmasters/web-crawlers',
    crawlers: [
      ['facebookexternalhit', 'preview', 'It may pass over robots.txt to look for malware.'],
      ['facebookcatalog', 'preview'],
      ['meta-externalads', 'advertising'],
      ['meta-externalagent', 'ai-training'],
      ['meta-externalfetcher', 'ai-user', 'A user asks for the page, so robots.txt may not apply.'],
      ['meta-webindexer', 'ai-search'],
    ],
  },
  {
    operator: 'Amazon',
    source: 'https://developer.amazon.com/amazonbot',
    crawlers: [
      ['Amazonbot', 'ai-training', 'It serves other products of Amazon too.'],
      ['Amzn-SearchBot', 'ai-search'],
      ['Amzn-User', 'ai-user'],
    ],
  },
  {
    operator: 'Ai2',
    source: 'https://allenai.org/crawler',
    crawlers: [
      ['AI2Bot', 'ai-training'],
      ['Ai2Bot-Dolma', 'ai-training'],
    ],
  },
  {
    operator: 'NICT',
    source: 'https://ucri.nict.go.jp/en/icccrawler.html',
    crawlers: [['ICC-Crawler', 'ai-training']],
  },
  {
    operator: 'Parallel Web Systems',
    source: 'https://docs.parallel.ai/features/crawler',
    crawlers: [['ShapBot', 'ai-search']],
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
    operator: 'You.com',
    source: 'https://about.you.com/youbot/',
    crawlers: [['YouBot', 'ai-search']],
  },
];
