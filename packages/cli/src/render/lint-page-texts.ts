/** What the page of each diagnostic code says and shows. */
import type { DialectName } from '@repkit/core';
import type { DiagnosticCode } from '@repkit/core/analysis';

interface Page {
  /** What happens, and for whom. */
  readonly why: string;
  /** A file with the problem; undefined if none can be shown as text. */
  readonly example?: string;
  readonly dialect?: DialectName;
  /** The file without the problem, if it has a usual correction. */
  readonly corrected?: string;
}

export const LINT_PAGES: Readonly<Record<DiagnosticCode, Page>> = {
  html: {
    why: 'The server probably returns a page, such as a redirect target or an error page, with status 200. Crawlers find no rules in it and crawl the whole site.',
    example: '<!DOCTYPE html>\n<title>Page not found</title>\n',
    corrected: 'User-agent: *\nDisallow: /private/\n',
  },
  binary: {
    why: 'Crawlers find no rules in it and crawl the whole site. Often the file was compressed twice, or saved by a word processor.',
  },
  'byte-order-mark': {
    why: 'Most crawlers skip the mark. Others take it for a part of the first field name and ignore the first line, often the first user-agent line.',
    example: '\ufeffUser-agent: *\nDisallow: /private/\n',
    corrected: 'User-agent: *\nDisallow: /private/\n',
  },
  'not-utf-8': {
    why: 'robots.txt is UTF-8. Crawlers compare other bytes as they are, but clients send non-ASCII characters in URLs as percent-encoded UTF-8, so such a path matches nothing.',
  },
  'over-parsing-limit': {
    why: 'Crawlers read at least 500 KiB (RFC 9309), and many, such as Googlebot, ignore everything after that. Rules at the end of the file have no effect. `repkit minify` can shorten the file.',
  },
  'line-too-long': {
    why: "Google's parser reads at most 16,664 bytes of a line. A longer path or product token is cut there and matches other URLs than intended.",
  },
  'control-character': {
    why: 'Invisible characters usually come from copying. In a field name they make the line unknown, and in a path they make it match nothing.',
    example: 'User-agent: *\nDisallow: /private\u0007/\n',
    corrected: 'User-agent: *\nDisallow: /private/\n',
  },
  'unknown-field': {
    why: 'Crawlers ignore the line. Some fields are understood by one crawler only; unknown ones are usually typing errors.',
    example: 'User-agent: *\nDisallow: /private/\nPriority: 5\n',
    corrected: 'User-agent: *\nDisallow: /private/\n',
  },
  'misspelt-field': {
    why: 'Google accepts several misspellings, but most crawlers ignore the line, so the rule works only for some.',
    example: 'User-agent: *\nDissallow: /private/\n',
    corrected: 'User-agent: *\nDisallow: /private/\n',
  },
  'missing-colon': {
    why: 'Google accepts white space in place of the colon, but most crawlers ignore the line.',
    example: 'User-agent: *\nDisallow /private/\n',
    corrected: 'User-agent: *\nDisallow: /private/\n',
  },
  'not-a-record': {
    why: 'Crawlers ignore the line. Text that is meant for people needs a "#"; anything else is probably a broken rule.',
    example: 'User-agent: *\nPlease do not crawl this\nDisallow: /private/\n',
    corrected: 'User-agent: *\n# Please do not crawl this\nDisallow: /private/\n',
  },
  noindex: {
    why: 'Google stopped supporting noindex in robots.txt in 2019, and RFC 9309 does not define it. Pages that should not appear in search results stay indexed.',
    example: 'User-agent: *\nNoindex: /drafts/\n',
  },
  'unusable-product-token': {
    why: 'The line names no crawler, so the rules below may apply to nobody, or to the crawlers of the user-agent lines next to it.',
    example: 'User-agent: *bot\nDisallow: /private/\n',
    corrected: 'User-agent: ExampleBot\nDisallow: /private/\n',
  },
  'product-token-cut': {
    why: 'Crawlers compare product tokens, which consist of letters, "_" and "-". They cut the value at the first other character, so a version or a second name has no effect.',
    example: 'User-agent: ExampleBot/2.1\nDisallow: /private/\n',
    corrected: 'User-agent: ExampleBot\nDisallow: /private/\n',
  },
  'product-token-outside-rfc': {
    why: 'RFC 9309 allows letters, "_" and "-" in product tokens. Crawlers with a digit or a dot in their name find their group, but parsers that follow the RFC literally read a shorter name.',
    example: 'User-agent: MJ12bot\nDisallow: /private/\n',
  },
  'rule-outside-group': {
    why: 'Rules belong to the user-agent lines above them. Without one, crawlers ignore the rule and crawl what it should block.',
    example: 'Disallow: /private/\n\nUser-agent: *\nDisallow: /tmp/\n',
    corrected: 'User-agent: *\nDisallow: /private/\nDisallow: /tmp/\n',
  },
  'url-as-path': {
    why: 'Rules contain paths, which are compared with the path of a URL. A complete URL never matches. Each host has its own robots.txt.',
    example: 'User-agent: *\nDisallow: https://example.com/private/\n',
    corrected: 'User-agent: *\nDisallow: /private/\n',
  },
  'unusable-path': {
    why: 'URL paths start with "/", so the rule matches nothing and the URLs it should block are crawled. Google ignores such rules.',
    example: 'User-agent: *\nDisallow: private/\n',
    corrected: 'User-agent: *\nDisallow: /private/\n',
  },
  'star-without-slash': {
    why: 'Google and most current crawlers accept it. Parsers that expect a path to start with "/" ignore the rule.',
    example: 'User-agent: *\nDisallow: *.pdf$\n',
    corrected: 'User-agent: *\nDisallow: /*.pdf$\n',
  },
  'wildcard-as-itself': {
    why: 'Under the chosen dialect the rule matches only URLs that contain these characters, which hardly any do.',
    example: 'User-agent: *\nDisallow: /*.pdf\n',
    dialect: 'koster1996',
  },
  'dollar-not-last': {
    why: '"$" means the end of the URL only at the end of a path. Elsewhere the rule matches only URLs that contain a "$".',
    example: 'User-agent: *\nDisallow: /*.pdf$?\n',
    corrected: 'User-agent: *\nDisallow: /*.pdf$\n',
  },
  'regular-expression': {
    why: 'Crawlers compare everything except "*" and a final "$" literally, so the rule matches nothing.',
    example: 'User-agent: *\nDisallow: /(tmp|private)/\n',
    corrected: 'User-agent: *\nDisallow: /tmp/\nDisallow: /private/\n',
  },
  'hash-in-path': {
    why: 'The rule is shorter than it looks, so it matches more URLs.',
    example: 'User-agent: *\nDisallow: /shop#cart\n',
    corrected: 'User-agent: *\nDisallow: /shop # cart\n',
  },
  'dot-segment': {
    why: 'Clients resolve "." and ".." before they send a request, so no URL contains them and the rule matches nothing.',
    example: 'User-agent: *\nDisallow: /shop/../private/\n',
    corrected: 'User-agent: *\nDisallow: /private/\n',
  },
  'unencoded-bytes': {
    why: 'Crawlers that follow RFC 9309 encode both sides before they compare. Others compare with the encoded URL and find no match.',
    example: 'User-agent: *\nDisallow: /café/\n',
    corrected: 'User-agent: *\nDisallow: /caf%C3%A9/\n',
  },
  'text-after-path': {
    why: 'A rule has one path, which extends to the end of the line or a "#". The rule matches only URLs that contain the white space and the text after it.',
    example: 'User-agent: *\nDisallow: /admin /cart\n',
    corrected: 'User-agent: *\nDisallow: /admin\nDisallow: /cart\n',
  },
  'field-in-path': {
    why: 'A line break is missing. The second record is lost, such as a sitemap, and the rule matches no intended URL.',
    example: 'User-agent: *\nDisallow: /tmp/ Sitemap: https://example.com/sitemap.xml\n',
    corrected: 'User-agent: *\nDisallow: /tmp/\nSitemap: https://example.com/sitemap.xml\n',
  },
  'template-in-path': {
    why: 'The server sent the template instead of its result, or the path was copied from a route. URLs contain the value, not the placeholder.',
    example: 'User-agent: *\nDisallow: /users/{id}/edit\n',
    corrected: 'User-agent: *\nDisallow: /users/*/edit\n',
  },
  'entity-in-path': {
    why: 'robots.txt is plain text. Entities are decoded in HTML and XML only, so the rule matches only URLs that contain the entity.',
    example: 'User-agent: *\nDisallow: /search?a=1&amp;b=2\n',
    corrected: 'User-agent: *\nDisallow: /search?a=1&b=2\n',
  },
  'invisible-character': {
    why: 'Such characters come from word processors and web pages. The value looks right, but crawlers compare all its characters.',
    example: 'User-agent: *\nDisallow: /private\u200b/\n',
    corrected: 'User-agent: *\nDisallow: /private/\n',
  },
  'sitemap-not-absolute': {
    why: 'The sitemap protocol requires the complete URL. Search engines do not find this sitemap.',
    example: 'Sitemap: /sitemap.xml\n',
    corrected: 'Sitemap: https://example.com/sitemap.xml\n',
  },
  'sitemap-not-fetchable': {
    why: 'Crawlers take the whole value as one URL and fetch it without credentials. Search engines do not find this sitemap, and everybody can read a password in it.',
    example: 'Sitemap: https://example.com/pages.xml https://example.com/news.xml\n',
    corrected: 'Sitemap: https://example.com/pages.xml\nSitemap: https://example.com/news.xml\n',
  },
  'crawl-delay-not-a-number': {
    why: 'Crawlers that support crawl-delay expect a number of seconds and ignore anything else.',
    example: 'User-agent: bingbot\nCrawl-delay: 10s\nDisallow:\n',
    corrected: 'User-agent: bingbot\nCrawl-delay: 10\nDisallow:\n',
  },
  'crawl-delay-too-long': {
    why: 'Crawl-delay is a number of seconds between requests. At such a rate a crawler cannot visit more than a few pages. The number was probably meant in milliseconds.',
    example: 'User-agent: bingbot\nCrawl-delay: 5000\nDisallow:\n',
    corrected: 'User-agent: bingbot\nCrawl-delay: 5\nDisallow:\n',
  },
  'crawl-delay-outside-group': {
    why: 'Crawlers that support crawl-delay look for it in their own group or that for "*", so they crawl at their usual rate.',
    example: 'Crawl-delay: 10\n\nUser-agent: *\nDisallow: /private/\n',
    corrected: 'User-agent: *\nCrawl-delay: 10\nDisallow: /private/\n',
  },
  'ignored-preference': {
    why: 'Content-Usage (AIPREF) and Content-Signal have different categories and values: "train-ai=n" in the one is "ai-train=no" in the other. Crawlers ignore what the field does not define, and lines before the first group, so the preference is not stated.',
    example: 'User-agent: *\nContent-Usage: ai-train=n\nDisallow: /private/\n',
    corrected: 'User-agent: *\nContent-Usage: train-ai=n\nDisallow: /private/\n',
  },
  'conflicting-preferences': {
    why: 'AIPREF and Content Signals are separate mechanisms, and no document says which one prevails. A crawler that reads only one of them may do what the other refuses.',
    example:
      'User-agent: *\nContent-Usage: train-ai=y\nContent-Signal: ai-train=no\nDisallow: /private/\n',
    corrected:
      'User-agent: *\nContent-Usage: train-ai=n\nContent-Signal: ai-train=no\nDisallow: /private/\n',
  },
  'preferences-not-inherited': {
    why: 'A crawler follows the groups that name it, and ignores the groups for "*", including their preferences. A refusal that is meant for everyone must be in every group.',
    example:
      'User-agent: *\nContent-Signal: ai-train=no\nDisallow: /private/\n\nUser-agent: bingbot\nDisallow: /search\n',
    corrected:
      'User-agent: *\nContent-Signal: ai-train=no\nDisallow: /private/\n\nUser-agent: bingbot\nContent-Signal: ai-train=no\nDisallow: /search\nDisallow: /private/\n',
  },
  'preference-in-group': {
    why: 'A preference or license within a group applies to its crawlers only, and blank lines do not end a group. Written at the end of the file, it reaches only the crawlers of the last group.',
    example:
      'User-agent: *\nDisallow: /private/\n\nUser-agent: GPTBot\nDisallow: /\n\nLicense: https://www.example.com/license.xml\n',
    corrected:
      'License: https://www.example.com/license.xml\n\nUser-agent: *\nDisallow: /private/\n\nUser-agent: GPTBot\nDisallow: /\n',
  },
  'crawl-delay-ignored': {
    why: 'Google, Yandex and Apple do not read crawl-delay; they adapt to how fast the site responds, and some let you set a rate in their tools for site owners. The line gives a false sense of control.',
    example: 'User-agent: Googlebot\nCrawl-delay: 10\nDisallow: /private/\n',
    corrected: 'User-agent: Googlebot\nDisallow: /private/\n',
  },
  'duplicate-user-agent': {
    why: 'The second line changes nothing. It may stand where another crawler was meant.',
    example: 'User-agent: GPTBot\nUser-agent: CCBot\nUser-agent: GPTBot\nDisallow: /\n',
    corrected: 'User-agent: GPTBot\nUser-agent: CCBot\nDisallow: /\n',
  },
  'split-group': {
    why: 'RFC 9309 merges groups for the same crawler, but older parsers follow only the first or the last one. People also overlook the second one.',
    example:
      'User-agent: GPTBot\nDisallow: /private/\n\nUser-agent: *\nDisallow: /tmp/\n\nUser-agent: GPTBot\nDisallow: /drafts/\n',
    corrected:
      'User-agent: GPTBot\nDisallow: /private/\nDisallow: /drafts/\n\nUser-agent: *\nDisallow: /tmp/\n',
  },
  'duplicate-group': {
    why: 'The second group changes nothing, but an edit of one of the two is easily forgotten in the other.',
    example: 'User-agent: GPTBot\nDisallow: /\n\nUser-agent: GPTBot\nDisallow: /\n',
    corrected: 'User-agent: GPTBot\nDisallow: /\n',
  },
  'shadowed-group': {
    why: 'Under the chosen dialect a crawler follows the first group that names it. The rules of this group have no effect.',
    example: 'User-agent: *\nDisallow: /private/\n\nUser-agent: *\nDisallow: /tmp/\n',
    dialect: 'draft-koster-rep-00',
    corrected: 'User-agent: *\nDisallow: /private/\nDisallow: /tmp/\n',
  },
  'managed-group': {
    why: 'If its managed robots.txt is on, Cloudflare puts its own groups before your file, often one for "*" that allows everything. RFC 9309 and Google combine both groups; older drafts and several libraries follow only the first, and so ignore yours. You cannot edit the block, only turn it off.',
    example:
      '# BEGIN Cloudflare Managed content\nUser-agent: *\nContent-Signal: search=yes,ai-train=no\nAllow: /\n\nUser-agent: GPTBot\nDisallow: /\n# END Cloudflare Managed Content\n\nUser-agent: *\nDisallow: /private/\n',
    corrected:
      'User-agent: *\nContent-Signal: search=yes,ai-train=no\nDisallow: /private/\n\nUser-agent: GPTBot\nDisallow: /\n',
  },
  'merged-groups': {
    why: 'A group ends at its last rule, not at a blank line, a crawl-delay or a sitemap. Two groups of which the first has no rule are therefore one. Older parsers, and libraries such as robots-parser for Node.js, separate them and let the first crawler fetch everything.',
    example: 'User-agent: rogerbot\nCrawl-delay: 10\n\nUser-agent: AhrefsBot\nDisallow: /\n',
    corrected:
      'User-agent: rogerbot\nCrawl-delay: 10\nDisallow:\n\nUser-agent: AhrefsBot\nDisallow: /\n',
  },
  'empty-group': {
    why: 'A crawler with its own group ignores the rules for "*". A group without rules therefore allows it everything.',
    example: 'User-agent: *\nDisallow: /private/\n\nUser-agent: bingbot\nCrawl-delay: 5\n',
    corrected:
      'User-agent: *\nDisallow: /private/\n\nUser-agent: bingbot\nCrawl-delay: 5\nDisallow: /private/\n',
  },
  'misspelt-crawler': {
    why: 'Crawlers compare the whole name, ignoring case. A misspelled name matches none of them, so the crawler follows the rules for "*" instead. Only well-known crawlers that the file does not name otherwise are suggested.',
    example: 'User-agent: Googelbot\nDisallow: /private/\n',
    corrected: 'User-agent: Googlebot\nDisallow: /private/\n',
  },
  'drops-everyones-rules': {
    why: 'A crawler follows one group only: its own, or that for "*". Rules for "*" that are missing in its group do not apply to it.',
    example:
      'User-agent: *\nDisallow: /private/\nDisallow: /tmp/\n\nUser-agent: bingbot\nDisallow: /tmp/\n',
    corrected:
      'User-agent: *\nDisallow: /private/\nDisallow: /tmp/\n\nUser-agent: bingbot\nDisallow: /private/\nDisallow: /tmp/\n',
  },
  'rule-never-wins': {
    why: 'Other rules decide every URL that this rule matches. It has no effect, and readers may believe that it does.',
    example: 'User-agent: *\nDisallow: /private/\nDisallow: /tmp/\nDisallow: /private/\n',
    corrected: 'User-agent: *\nDisallow: /private/\nDisallow: /tmp/\n',
  },
  'rule-changes-nothing': {
    why: 'A shorter rule already blocks these URLs. Redundant rules make a file long and hard to review. `repkit minify` removes all of them at once.',
    example: 'User-agent: *\nDisallow: /private/\nDisallow: /private/drafts/\n',
    corrected: 'User-agent: *\nDisallow: /private/\n',
  },
  'allow-reopens-nothing': {
    why: 'Everything is allowed unless a disallow rule matches. An allow rule is needed only inside of a blocked path.',
    example: 'User-agent: *\nDisallow: /private/\nAllow: /public/\n',
    corrected: 'User-agent: *\nDisallow: /private/\n',
  },
  'decided-by-tie': {
    why: 'RFC 9309 prefers the allow rule if both have the same number of bytes. The author of the disallow rule probably expected it to apply, and older parsers may decide differently.',
    example: 'User-agent: *\nDisallow: /cart/\nAllow: /*.css\n',
  },
  'everything-blocked': {
    why: 'Search engines without their own group stop crawling the site, and its pages disappear from their results. Often the file was copied from a test system.',
    example: 'User-agent: *\nDisallow: /\n',
    corrected: 'User-agent: *\nDisallow:\n',
  },
  'robots-txt-blocked': {
    why: 'RFC 9309 allows /robots.txt to all crawlers, because they must know the rules first. The file is public: do not list secret paths in it.',
    example: 'User-agent: *\nDisallow: /private/\nDisallow: /robots.txt\n',
    corrected: 'User-agent: *\nDisallow: /private/\n',
  },
  'sitemap-blocked': {
    why: 'Crawlers apply the rules to sitemaps too. Search engines report the sitemap as blocked and do not find new pages with it. If the URL of the file is unknown, it is taken for the one of the host that all sitemaps share.',
    example: 'User-agent: *\nDisallow: /cms/\n\nSitemap: https://example.com/cms/sitemap.xml\n',
    corrected:
      'User-agent: *\nDisallow: /cms/\nAllow: /cms/sitemap.xml\n\nSitemap: https://example.com/cms/sitemap.xml\n',
  },
  'sitemap-over-http': {
    why: 'Each origin has its own robots.txt, so that of http://example.com decides whether the sitemap may be fetched. If http is ever turned off, search engines lose the sitemap.',
    example: 'Sitemap: https://example.com/pages.xml\nSitemap: http://example.com/news.xml\n',
    corrected: 'Sitemap: https://example.com/pages.xml\nSitemap: https://example.com/news.xml\n',
  },
  'sitemap-on-test-host': {
    why: 'The file was probably copied from a test system. Search engines find no sitemap of the public site, or they list pages of the test system.',
    example: 'User-agent: *\nDisallow:\n\nSitemap: https://staging.example.com/sitemap.xml\n',
    corrected: 'User-agent: *\nDisallow:\n\nSitemap: https://example.com/sitemap.xml\n',
  },
  'star-ignored': {
    why: 'AdsBot-Google checks the pages that advertisements link to, and Mediapartners-Google the pages that show them. Both follow only groups that name them, so a site that blocks everyone is still fetched if it uses these services.',
    example: 'User-agent: *\nDisallow: /\n',
  },
  'search-blocked': {
    why: 'The search engine stops crawling the site, and its pages disappear from the results or are listed without a description. Other crawlers may fetch the site, so this is often a mistake.',
    example: 'User-agent: Googlebot\nDisallow: /\n\nUser-agent: *\nDisallow: /private/\n',
    corrected: 'User-agent: *\nDisallow: /private/\n',
  },
  'operator-partly-blocked': {
    why: 'Operators use one crawler to collect training data, one for the index of their AI search, and one for pages that a user asks for. Blocking one does not block the others. That may be what you want: pages can stay in AI search results without being used for training. Crawlers that fetch for a user may ignore robots.txt.',
    example: 'User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisallow: /private/\n',
    corrected:
      'User-agent: GPTBot\nUser-agent: OAI-SearchBot\nUser-agent: ChatGPT-User\nDisallow: /\n\nUser-agent: *\nDisallow: /private/\n',
  },
  'assets-blocked': {
    why: 'Search engines render pages before they index them. Without style sheets and scripts they may see a broken or empty page.',
    example: 'User-agent: *\nDisallow: /js/\n',
    corrected: 'User-agent: *\nDisallow: /js/\nAllow: /*.js$\nAllow: /*.css$\n',
  },
  'crawlers-disagree': {
    why: 'The file means different things to different crawlers. Writing it so that all agree avoids surprises. By default, the interpretations of Google and RFC 9309 are compared; `--extended` adds older drafts and other libraries.',
    example: 'User-agent: *\nDisallow: /my files/\n',
    corrected: 'User-agent: *\nDisallow: /my%20files/\n',
  },
  undecided: {
    why: 'Proofs about rules with many wildcards can take long, so their work is limited. The rest of the file was checked.',
  },
  'unused-ignore': {
    why: 'The problem was fixed, or the code is misspelled. An outdated comment may hide a later problem.',
    example:
      'User-agent: *\n# repkit-ignore-next-line noindex: used by the intranet search\nDisallow: /private/\n',
    corrected: 'User-agent: *\nDisallow: /private/\n',
  },
  omitted: {
    why: 'Memory is limited for any input, so at most 5,000 diagnostics per code are listed. The others are counted.',
  },
};
