/** What a visitor sees first: a small file in which most of the protocol happens, with one slip. */
export const EXAMPLE_ROBOTS_TXT = `# Crawlers without a group of their own
User-agent: *
Disallow: /search
Disallow: /*?sort=
Allow: /search/help
Disallow: /drafts/

User-agent: Googlebot
Disallow: /private/
Allow: /private/open/
Dissallow: /tmp/

User-agent: GPTBot
User-agent: CCBot
Disallow: /

Sitemap: https://example.com/sitemap.xml
`;

export const EXAMPLE_URLS = `https://example.com/
https://example.com/search?q=robots
https://example.com/search/help
https://example.com/shop?sort=price
https://example.com/private/notes
https://example.com/private/open/letter
https://example.com/drafts/2026
https://example.com/tmp/cache
https://example.com/robots.txt
`;

/** Two rules match it, and one of them loses. */
export const EXAMPLE_QUESTION = {
  url: 'https://example.com/private/open/letter',
  productToken: 'Googlebot',
};
