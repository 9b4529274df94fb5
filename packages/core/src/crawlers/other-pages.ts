/** Those who neither run a search engine for everyone nor build models. */
import type { OperatorPage } from './operator-page.js';

export const otherPages: readonly OperatorPage[] = [
  // Links and audits.
  {
    operator: 'Ahrefs',
    source: 'https://ahrefs.com/robot',
    crawlers: [['AhrefsBot', 'seo']],
  },
  {
    operator: 'Ahrefs',
    source: 'https://ahrefs.com/robot/site-audit',
    crawlers: [['AhrefsSiteAudit', 'seo']],
  },
  {
    operator: 'Majestic',
    source: 'https://mj12bot.com',
    crawlers: [['MJ12bot', 'seo']],
  },
  {
    operator: 'Moz',
    source: 'https://moz.com/help/moz-procedures/crawlers/rogerbot',
    crawlers: [
      ['dotbot', 'seo'],
      ['rogerbot', 'seo'],
    ],
  },
  {
    operator: 'SE Ranking',
    source: 'https://help.seranking.com/en/blex-crawler',
    crawlers: [['BLEXBot', 'seo']],
  },
  {
    operator: 'Semrush',
    source: 'https://www.semrush.com/bot/',
    crawlers: [
      ['SemrushBot', 'seo'],
      ['SemrushBot-OCOB', 'seo'],
      ['SemrushBot-SWA', 'seo'],
      ['SiteAuditBot', 'seo'],
    ],
  },
  {
    operator: 'Serpstat',
    source: 'https://serpstatbot.com',
    crawlers: [['serpstatbot', 'seo']],
  },
  // Advertisements.
  {
    operator: 'Admixer',
    source: 'https://www.admixer.com/admixer-crawler/',
    crawlers: [['AdmixerBot', 'advertising']],
  },
  {
    operator: 'Criteo',
    source: 'https://www.criteo.com/criteo-crawler/',
    crawlers: [['CriteoBot', 'advertising']],
  },
  {
    operator: 'The Trade Desk',
    source: 'https://www.thetradedesk.com/us/ttd-content',
    crawlers: [['TTD-Content', 'advertising']],
  },
  // Previews of links.
  {
    operator: 'Pinterest',
    source: 'https://help.pinterest.com/en/business/article/pinterestbot',
    crawlers: [['Pinterestbot', 'preview']],
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
  // Archives.
  {
    operator: 'Common Crawl',
    source: 'https://commoncrawl.org/ccbot',
    crawlers: [['CCBot', 'archive', 'Models are trained on the copies too.']],
  },
  {
    operator: 'Internet Archive',
    source: 'https://archive.org/details/archive.org_bot',
    crawlers: [['archive.org_bot', 'archive']],
  },
  // Whether sites answer.
  {
    operator: 'Site24x7',
    source: 'https://www.site24x7.com/site24x7-faq.html',
    crawlers: [['Site24x7', 'monitoring']],
  },
  {
    operator: 'Uptime.com',
    source: 'https://uptime.com/uptimebot',
    crawlers: [['Uptimebot', 'monitoring']],
  },
];
