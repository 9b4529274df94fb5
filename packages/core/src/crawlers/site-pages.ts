/** Services for site owners: link analysis, audits and uptime monitoring. */
import { type OperatorPage, WITHOUT_PAGE } from './operator-page.js';

export const sitePages: readonly OperatorPage[] = [
  { operator: 'Ahrefs', source: 'https://ahrefs.com/robot', crawlers: [['AhrefsBot', 'seo']] },
  {
    operator: 'Ahrefs',
    source: 'https://ahrefs.com/robot/site-audit',
    crawlers: [['AhrefsSiteAudit', 'seo']],
  },
  {
    operator: 'Babbar',
    source: 'https://www.babbar.tech/crawler',
    crawlers: [['Barkrowler', 'seo']],
  },
  {
    operator: 'Google',
    source: 'https://developers.google.com/web/tools/lighthouse',
    crawlers: [['Chrome-Lighthouse', 'monitoring']],
  },
  { operator: 'Majestic', source: 'https://mj12bot.com', crawlers: [['MJ12bot', 'seo']] },
  {
    operator: 'Moz',
    source: 'https://moz.com/help/moz-procedures/crawlers/rogerbot',
    crawlers: [
      ['dotbot', 'seo'],
      ['rogerbot', 'seo'],
    ],
  },
  {
    operator: 'Screaming Frog',
    source: 'https://www.screamingfrog.co.uk/robots-txt-tester/',
    crawlers: [
      [
        'Screaming',
        'seo',
        'Its name is "Screaming Frog SEO Spider"; its product token is the part before the first space.',
      ],
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
      ['SemrushBot-BA', 'seo'],
      ['SemrushBot-OCOB', 'seo'],
      ['SemrushBot-SI', 'seo'],
      ['SemrushBot-SWA', 'seo'],
      ['SiteAuditBot', 'seo'],
    ],
  },
  {
    operator: 'SEOkicks',
    source: 'https://www.seokicks.de/robot.html',
    crawlers: [['SEOkicks-Robot', 'seo']],
  },
  { operator: 'Serpstat', source: 'https://serpstatbot.com', crawlers: [['serpstatbot', 'seo']] },
  {
    operator: 'SISTRIX',
    source: 'https://crawler.sistrix.net',
    crawlers: [
      [
        'SISTRIX',
        'seo',
        'Its name is "SISTRIX Crawler"; its product token is the part before the first space.',
      ],
    ],
  },
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
  {
    operator: 'UptimeRobot',
    source: 'https://webmasterid.com/robots/block-uptimerobot',
    crawlers: [['UptimeRobot', 'monitoring', WITHOUT_PAGE]],
  },
  {
    operator: 'W3C',
    source: 'https://validator.w3.org/checklink',
    crawlers: [['W3C-checklink', 'other']],
  },
  {
    operator: 'W3C',
    source: 'https://validator.w3.org/services',
    crawlers: [['W3C_Validator', 'other']],
  },
];
