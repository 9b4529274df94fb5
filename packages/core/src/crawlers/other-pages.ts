/** Advertising, link previews, archives, feeds and research. */
import { checkedOn, checkedPage, type OperatorPage, page, userTriggered, WITHOUT_PAGE } from './operator-page.js';

export const otherPages: readonly OperatorPage[] = [
  page('Admixer', 'https://www.admixer.com/admixer-crawler/', ['AdmixerBot', 'advertising']),
  checkedPage(
    'Amazon',
    'https://adbot.amazon.com',
    { checked: '2026-11-30', obeysRobotsTxt: 'yes', crawlDelay: true, addresses: { hostDomains: ['amazonadbot.com'] } },
    [
      'AmazonAdBot',
      'advertising',
      { blocking: 'The site has less access to the advertisers of Amazon Ads.', note: 'It may fetch ads.txt in any case.' },
    ],
  ),
  page('ArchiveTeam', 'https://github.com/ArchiveTeam/ArchiveBot', [
    'ArchiveBot',
    'archive',
    { obeysRobotsTxt: checkedOn('2026-11-30', 'no', 'https://wiki.archiveteam.org/index.php?title=Robots.txt') },
  ]),
  page('Arquivo.pt', 'https://arquivo.pt', ['arquivo-web-crawler', 'archive']),
  page('Awario', 'https://awario.com/bots.html', ['AwarioRssBot', 'other'], ['AwarioSmartBot', 'other']),
  page('Bibliothèque nationale de France', 'https://www.bnf.fr/fr/capture-de-votre-site-web-par-le-robot-de-la-bnf', [
    'bnf.fr_bot',
    'archive',
  ]),
  page('Bombora', 'https://www.bombora.com/bot', ['BomboraBot', 'other']),
  page('BrandVerity', 'https://www.brandverity.com/why-is-brandverity-visiting-me', ['BrandVerity', 'other']),
  page('Brandwatch', 'https://www.brandwatch.com/magpie-crawler/', ['magpie-crawler', 'other']),
  checkedPage('Common Crawl', 'https://commoncrawl.org/faq', { checked: '2026-11-22', obeysRobotsTxt: 'yes', crawlDelay: true }, [
    'CCBot',
    ['archive', 'ai-training'],
    {
      addresses: checkedOn(
        '2026-11-24',
        {
          lists: ['https://index.commoncrawl.org/ccbot.json'],
          hostDomains: ['crawl.commoncrawl.org'],
        },
        'https://commoncrawl.org/ccbot',
      ),
      note: 'Its copies are also used to train models.',
    },
  ]),
  checkedPage('Comscore', 'https://www.comscore.com/Web-Crawler', { checked: '2026-11-30', obeysRobotsTxt: 'yes' }, [
    'proximic',
    'advertising',
  ]),
  page('Criteo', 'https://www.criteo.com/criteo-crawler/', ['CriteoBot', 'advertising']),
  checkedPage(
    'Dataprovider.com',
    'https://support.dataprovider.com/how-we-get-our-data/robots',
    { checked: '2026-11-30', obeysRobotsTxt: 'yes' },
    ['Dataprovider.com', 'other'],
  ),
  page('Discord', 'https://webmasterid.com/user-agents/discordbot-user-agent', ['Discordbot', 'preview', WITHOUT_PAGE]),
  checkedPage('Feedly', 'https://www.feedly.com/fetcher.html', { checked: '2026-11-30', ...userTriggered }, ['Feedly', 'other']),
  page('Flipboard', 'https://about.flipboard.com/browserproxy/', ['FlipboardProxy', 'preview']),
  page('Grapeshot', 'https://www.grapeshot.com/crawler', ['GrapeshotCrawler', 'advertising']),
  page('Heureka', 'https://sluzby.heureka.cz/napoveda/heurekabot/', ['Heurekabot-Feed', 'other']),
  checkedPage(
    'Integral Ad Science',
    'https://integralads.com/site-indexing-policy/',
    { checked: '2026-11-30', obeysRobotsTxt: 'yes' },
    ['ias_crawler', 'advertising', { blocking: 'Partner advertisers of Integral Ad Science cannot use the site.' }],
  ),
  page('Internet Archive', 'https://archive.org/details/archive.org_bot', ['archive.org_bot', 'archive']),
  page('Internet Archive', 'https://www.archive.org/webmasters.html', ['ia_archiver', 'archive', 'An older name.']),
  page('LinkedIn', 'https://darkvisitors.com/agents/linkedinbot', ['LinkedInBot', 'preview', WITHOUT_PAGE]),
  checkedPage(
    'Pinterest',
    'https://help.pinterest.com/en/business/article/pinterest-crawler',
    { checked: '2026-11-22', obeysRobotsTxt: 'yes' },
    ['Pinterestbot', 'preview'],
  ),
  page('Reddit', 'https://www.reddit.com/feedback', ['redditbot', 'preview']),
  page('SafeDNS', 'https://www.safedns.com/searchbot', ['SafeDNSBot', 'other']),
  page(
    'Slack',
    'https://api.slack.com/robots',
    ['Slack-ImgProxy', 'preview'],
    ['Slackbot', 'preview'],
    ['Slackbot-LinkExpanding', 'preview'],
  ),
  checkedPage(
    'Stripe',
    'https://docs.stripe.com/stripebot-crawler',
    { checked: '2026-11-30', obeysRobotsTxt: 'yes', addresses: { hostDomains: ['crawl.stripe.com'] } },
    ['Stripebot', 'other', 'It visits sites of users of Stripe, and follows only the first group that names it.'],
  ),
  page('Telegram', 'https://opengraphplus.com/consumers/telegram/crawling', ['TelegramBot', 'preview', WITHOUT_PAGE]),
  checkedPage('The Trade Desk', 'https://www.thetradedesk.com/us/ttd-content', { checked: '2026-11-30', obeysRobotsTxt: 'yes' }, [
    'TTD-Content',
    'advertising',
    {
      blocking: 'It may affect bids for advertisements on the site.',
    },
  ]),
  checkedPage('Trendiction', 'https://trendiction.com/en/publisher/bot', { checked: '2026-11-30', obeysRobotsTxt: 'yes' }, [
    'trendictionbot',
    'other',
  ]),
  checkedPage('Turnitin', 'https://www.turnitin.com/robot/crawlerinfo.html', { checked: '2026-11-30', obeysRobotsTxt: 'yes' }, [
    'TurnitinBot',
    'other',
  ]),
  page('Universität Leipzig', 'https://corpora.uni-leipzig.de/crawler_faq.html', ['LCC', 'other']),
  page('VK', 'https://vk.com/dev/Share', ['vkShare', 'preview']),
  page('WhatsApp', 'https://webmasterid.com/user-agents/whatsapp-preview-user-agent', ['WhatsApp', 'preview', WITHOUT_PAGE]),
  checkedPage('X', 'https://developer.x.com/cards/overview', { checked: '2026-11-22', obeysRobotsTxt: 'yes' }, [
    'Twitterbot',
    'preview',
  ]),
];
