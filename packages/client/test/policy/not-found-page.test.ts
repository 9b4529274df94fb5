import { describe, expect, test } from 'vitest';
import { saysNotFound } from '../../src/policy/not-found-page.js';

const page = (title: string, body = ''): string =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body>${body}</body></html>`;

const LONG_TEXT = `<p>${'This service is used by many people. '.repeat(60)}</p>`;

describe('pages that say that they were not found', () => {
  test.each([
    // Google's page names this message.
    ['Page not found', 'Page not found'],
    ['nginx', page('404 Not Found', '<center><h1>404 Not Found</h1></center><hr>nginx')],
    ['Apache', page('Error', '<h1>Not Found</h1><p>It was not found on this server.')],
    ['Tomcat', page('HTTP Status 404 – Not Found')],
    ['Go', '404 page not found\n'],
    ['Django', page('Error', '<h1>Page not found <span>(404)</span></h1>')],
    ['a title before the name of the site', page('Not Found | Example')],
    ['a long page with a title', page('Page Not Found', LONG_TEXT)],
    ['a number alone', page('404')],
    ['line breaks', page('Page\n  not\n  found')],
  ])('%s', (_, text) => {
    expect(saysNotFound(text)).toBe(true);
    expect(saysNotFound(new TextEncoder().encode(text))).toBe(true);
  });
});

describe('pages that say something else', () => {
  test.each([
    ['nothing', ''],
    ['a server error', page('500 Internal Server Error', '<h1>Internal Server Error</h1>')],
    ['a bad gateway', page('502 Bad Gateway', '<center><h1>502 Bad Gateway</h1></center>')],
    ['a busy server', page('503 Service Temporarily Unavailable')],
    ['an unknown host', page('Host not found')],
    ['an unknown host behind a proxy', page('Error', 'DNS error: server name not found.')],
    ['a missing database', page('Error', 'Database not found.')],
    ['a link to a page about errors', page('Error', `${LONG_TEXT}<p>Page not found? Write to us.</p>`)],
    ['a comment', page('Error', '<!-- <h1>Page not found</h1> -->')],
    ['an unfinished comment', page('Error', '<!-- <h1>Page not found</h1>')],
    ['a script', page('Error', '<script>show("<h1>Page not found</h1>")</script>')],
    ['a style sheet', page('Error', '<style>/* 404 Not Found */</style>')],
    ['another number', page('Error 4040')],
    ['a number of something at the start', page('404 people are waiting')],
    ['a missing file of the server', page('Error', 'Configuration file not found')],
    ['another missing file', page('Error', "Could not find file 'C:\\site\\web.config'.")],
    ['a missing template', page('Error', 'The page template does not exist.')],
    ['a number of something', page('There are 404 people waiting')],
    ['a word that ends alike', page('Homepage', 'Frontpage not founded')],
    ['a robots.txt', 'User-agent: *\nDisallow: /404\nDisallow: /not-found\n'],
  ])('%s', (_, text) => {
    expect(saysNotFound(text)).toBe(false);
  });
});

test.each(['<', '<!--', '<title>', '<h1>', '<h1 a', '<script>', 'page ', 'not ', '404 ', 'a<b>'])(
  'time is linear in the length of a page of %j',
  (part) => {
    const began = performance.now();
    saysNotFound(part.repeat(Math.ceil(200_000 / part.length)));
    expect(performance.now() - began).toBeLessThan(5000);
  },
);
