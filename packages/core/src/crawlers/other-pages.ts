/** Advertising, link previews, archives, feeds and research. */
import { type OperatorPage, WITHOUT_PAGE } from './operator-page.js';

export const otherPages: readonly OperatorPage[] = [
  {
    operator: 'Admixer',
    source: 'https://www.admixer.com/admixer-crawler/',
    crawlers: [['AdmixerBot', 'advertising']],
  },
  {
    operator: 'ArchiveTeam',
    source: 'https://github.com/ArchiveTeam/ArchiveBot',
    crawlers: [['ArchiveBot', 'archive']],
  },
  {
    operator: 'Arquivo.pt',
    source: 'https://arquivo.pt',
    crawlers: [['arquivo-web-crawler', 'archive']],
  },
  {
    operator: 'Awario',
    source: 'https://awario.com/bots.html',
    crawlers: [
      ['AwarioRssBot', 'other'],
      ['AwarioSmartBot', 'other'],
    ],
  },
  {
    operator: 'Bibliothèque nationale de France',
    source: 'https://www.bnf.fr/fr/capture-de-votre-site-web-par-le-robot-de-la-bnf',
    crawlers: [['bnf.fr_bot', 'archive']],
  },
  {
    operator: 'Bombora',
    source: 'https://www.bombora.com/bot',
    crawlers: [['BomboraBot', 'other']],
  },
  {
    operator: 'BrandVerity',
    source: 'https://www.brandverity.com/why-is-brandverity-visiting-me',
    crawlers: [['BrandVerity', 'other']],
  },
  {
    operator: 'Brandwatch',
    source: 'https://www.brandwatch.com/magpie-crawler/',
    crawlers: [['magpie-crawler', 'other']],
  },
  {
    operator: 'Common Crawl',
    source: 'https://commoncrawl.org/faq',
    checked: '2026-11-22',
    crawlers: [
      [
        'CCBot',
        ['archive', 'ai-training'],
        {
          obeysRobotsTxt: 'yes',
          crawlDelay: true,
          note: 'Its copies are also used to train models.',
        },
      ],
    ],
  },
  {
    operator: 'Criteo',
    source: 'https://www.criteo.com/criteo-crawler/',
    crawlers: [['CriteoBot', 'advertising']],
  },
  {
    operator: 'Discord',
    source: 'https://webmasterid.com/user-agents/discordbot-user-agent',
    crawlers: [['Discordbot', 'preview', WITHOUT_PAGE]],
  },
  {
    operator: 'Feedly',
    source: 'https://www.feedly.com/fetcher.html',
    crawlers: [['Feedly', 'other']],
  },
  {
    operator: 'Flipboard',
    source: 'https://about.flipboard.com/browserproxy/',
    crawlers: [['FlipboardProxy', 'preview']],
  },
  {
    operator: 'Grapeshot',
    source: 'https://www.grapeshot.com/crawler',
    crawlers: [['GrapeshotCrawler', 'advertising']],
  },
  {
    operator: 'Heureka',
    source: 'https://sluzby.heureka.cz/napoveda/heurekabot/',
    crawlers: [['Heurekabot-Feed', 'other']],
  },
  {
    operator: 'Integral Ad Science',
    source: 'https://integralads.com/site-indexing-policy/',
    crawlers: [['ias_crawler', 'advertising']],
  },
  {
    operator: 'Internet Archive',
    source: 'https://archive.org/details/archive.org_bot',
    crawlers: [['archive.org_bot', 'archive']],
  },
  {
    operator: 'Internet Archive',
    source: 'https://www.archive.org/webmasters.html',
    crawlers: [['ia_archiver', 'archive', 'An older name.']],
  },
  {
    operator: 'LinkedIn',
    source: 'https://darkvisitors.com/agents/linkedinbot',
    crawlers: [['LinkedInBot', 'preview', WITHOUT_PAGE]],
  },
  {
    operator: 'Pinterest',
    source: 'https://help.pinterest.com/en/business/article/pinterest-crawler',
    checked: '2026-11-22',
    all: { obeysRobotsTxt: 'yes' },
    crawlers: [['Pinterestbot', 'preview']],
  },
  {
    operator: 'Reddit',
    source: 'https://www.reddit.com/feedback',
    crawlers: [['redditbot', 'preview']],
  },
  {
    operator: 'SafeDNS',
    source: 'https://www.safedns.com/searchbot',
    crawlers: [['SafeDNSBot', 'other']],
  },
  {
    operator: 'Slack',
    source: 'https://api.slack.com/robots',
    crawlers: [
      ['Slack-ImgProxy', 'preview'],
      ['Slackbot', 'preview'],
      ['Slackbot-LinkExpanding', 'preview'],
    ],
  },
  {
    operator: 'Telegram',
    source: 'https://opengraphplus.com/consumers/telegram/crawling',
    crawlers: [['TelegramBot', 'preview', WITHOUT_PAGE]],
  },
  {
    operator: 'The Trade Desk',
    source: 'https://www.thetradedesk.com/us/ttd-content',
    crawlers: [['TTD-Content', 'advertising']],
  },
  {
    operator: 'Turnitin',
    source: 'https://www.turnitin.com/robot/crawlerinfo.html',
    crawlers: [['TurnitinBot', 'other']],
  },
  {
    operator: 'Universität Leipzig',
    source: 'https://corpora.uni-leipzig.de/crawler_faq.html',
    crawlers: [['LCC', 'other']],
  },
  { operator: 'VK', source: 'https://vk.com/dev/Share', crawlers: [['vkShare', 'preview']] },
  {
    operator: 'WhatsApp',
    source: 'https://webmasterid.com/user-agents/whatsapp-preview-user-agent',
    crawlers: [['WhatsApp', 'preview', WITHOUT_PAGE]],
  },
  {
    operator: 'X',
    source: 'https://developer.x.com/cards/overview',
    checked: '2026-11-22',
    all: { obeysRobotsTxt: 'yes' },
    crawlers: [['Twitterbot', 'preview']],
  },
];
