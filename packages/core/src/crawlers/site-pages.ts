/** Services for site owners: links, audits and monitoring. */
import { checkedOn, checkedPage, IGNORES_STAR, type OperatorPage, ofSeveralWords, page } from './operator-page.js';

export const sitePages: readonly OperatorPage[] = [
  page('Ahrefs', 'https://ahrefs.com/robot/site-audit', ['AhrefsSiteAudit', 'seo']),
  checkedPage(
    'Ahrefs',
    'https://help.ahrefs.com/en/articles/78158-how-do-i-control-your-bot-s-crawling-behaviour',
    { checked: '2026-11-22', obeysRobotsTxt: 'yes', crawlDelay: true },
    ['AhrefsBot', 'seo'],
  ),
  checkedPage(
    'Babbar',
    'https://www.babbar.tech/crawler',
    { checked: '2026-11-30', obeysRobotsTxt: 'yes', crawlDelay: true, addresses: { hostDomains: ['babbar.eu'] } },
    ['Barkrowler', 'seo'],
  ),
  checkedPage(
    'Cloudflare',
    'https://developers.cloudflare.com/fundamentals/reference/cloudflare-site-crawling/',
    { checked: '2026-11-30', obeysRobotsTxt: 'yes', fallsBackToStar: false },
    ['Cloudflare-SSLDetector', 'other', `It tests the encryption of sites of customers of Cloudflare. ${IGNORES_STAR}`],
  ),
  page('Google', 'https://developers.google.com/web/tools/lighthouse', ['Chrome-Lighthouse', 'monitoring']),
  checkedPage('Majestic', 'https://mj12bot.com', { checked: '2026-11-22', obeysRobotsTxt: 'yes', crawlDelay: true }, [
    'MJ12bot',
    'seo',
  ]),
  checkedPage(
    'Moz',
    'https://moz.com/help/moz-procedures/crawlers/rogerbot',
    { checked: '2026-11-30' },
    ['dotbot', 'seo'],
    ['rogerbot', 'seo', { obeysRobotsTxt: 'yes' }],
  ),
  checkedPage(
    'Oncrawl',
    'https://help.oncrawl.com/en/articles/2767653-how-does-the-oncrawl-bot-find-and-crawl-pages',
    { checked: '2026-11-30', obeysRobotsTxt: 'yes' },
    ['Oncrawl', 'seo', 'Its users can change its name.'],
  ),
  checkedPage(
    'Screaming Frog',
    'https://www.screamingfrog.co.uk/guides/robots-txt/',
    { checked: '2026-11-30', thenTokens: ['Googlebot'], obeysRobotsTxt: 'yes' },
    ['Screaming', 'seo', ofSeveralWords('Screaming Frog SEO Spider')],
  ),
  checkedPage(
    'SE Ranking',
    'https://help.seranking.com/en/blex-crawler',
    { checked: '2026-11-30', obeysRobotsTxt: 'yes', crawlDelay: true, addresses: { hostDomains: ['seranking.com'] } },
    ['BLEXBot', 'seo'],
  ),
  checkedPage(
    'Semrush',
    'https://www.semrush.com/bot/',
    { checked: '2026-11-22' },
    ['SemrushBot', 'seo', { obeysRobotsTxt: 'yes' }],
    ['SemrushBot-BA', 'seo'],
    ['SemrushBot-OCOB', 'seo'],
    ['SemrushBot-SI', 'seo'],
    ['SemrushBot-SWA', 'seo'],
    ['SiteAuditBot', 'seo'],
  ),
  page('SEOkicks', 'https://www.seokicks.de/robot.html', ['SEOkicks-Robot', 'seo']),
  checkedPage('Serpstat', 'https://serpstatbot.com', { checked: '2026-11-30', obeysRobotsTxt: 'yes', crawlDelay: true }, [
    'serpstatbot',
    'seo',
  ]),
  checkedPage(
    'SISTRIX',
    'https://www.sistrix.com/tutorials/crawling-errors-in-the-optimizer/',
    { checked: '2026-11-30', obeysRobotsTxt: 'yes', addresses: { hostDomains: ['sistrix.net'] } },
    ['SISTRIX', 'seo', ofSeveralWords('SISTRIX Crawler')],
  ),
  page('Site24x7', 'https://www.site24x7.com/site24x7-faq.html', ['Site24x7', 'monitoring']),
  checkedPage(
    'Siteimprove',
    'https://help.siteimprove.com/support/solutions/articles/80000985783-update-to-the-robots-txt-parser',
    { checked: '2026-11-30', obeysRobotsTxt: 'yes', note: 'Its requests have other names.' },
    ['SiteimproveBot', 'seo'],
    ['SiteimproveBot-Crawler', 'seo'],
  ),
  page('Uptime.com', 'https://uptime.com/uptimebot', ['Uptimebot', 'monitoring']),
  page('UptimeRobot', 'https://uptimerobot.com/help/locations/', ['UptimeRobot', 'monitoring']),
  page('W3C', 'https://validator.w3.org/checklink', [
    'W3C-checklink',
    'other',
    { obeysRobotsTxt: checkedOn('2026-11-30', 'yes', 'https://github.com/w3c/link-checker') },
  ]),
  page('W3C', 'https://validator.w3.org/services', ['W3C_Validator', 'other']),
];
