import { describe, expect, test } from 'vitest';
import { saysNotFound } from '../../src/policy/not-found-page.js';

const page = (title: string, body = ''): string =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body>${body}</body></html>`;

/** More text than a page may have whose text counts as a whole. */
const LONG_TEXT = `<p>${'This service is used by many people. '.repeat(60)}</p>`;

describe('pages that say that they were not found', () => {
  test.each([
    // Google's page names this message.
    ['Page not found', 'Page not found'],
    ['nginx', page('404 Not Found', '<center><h1>404 Not Found</h1></center><hr>nginx')],
    [
      'Apache',
      page('404 Not Found', '<h1>Not Found</h1><p>The requested URL was not found on this server.'),
    ],
    ['Tomcat', page('HTTP Status 404 – Not Found')],
    ['IIS', page('IIS 10.0 Detailed Error - 404.0 - Not Found')],
    ['ASP.NET', page('The resource cannot be found.')],
    ['Rails', page("The page you were looking for doesn't exist (404)")],
    ['Go', '404 page not found\n'],
    ['Spring', '{"status":404,"error":"Not Found","path":"/robots.txt"}'],
    ['Django', page('Error', '<h1>Page not found <span>(404)</span></h1>')],
    ['a title before the name of the site', page('Not Found | Example')],
    [
      'a heading with markup',
      page('Oops', `<h2><b>Page</b>&nbsp;not <i>found</i></h2>${LONG_TEXT}`),
    ],
    ['a paragraph of a short page', page('Sorry', '<p>We couldn&#39;t find the page.</p>')],
    ['a long page with a title', page('Page Not Found', LONG_TEXT)],
    ['robots.txt by name', page('Error', 'The file robots.txt could not be found.')],
    ['a requested file', page('Error', 'The requested file could not be found on this server.')],
    ['a number alone', page('404')],
    ['words between', page('Error', 'The page that you are looking for does not exist.')],
    ['German', page('Fehler', '<h1>Seite wurde nicht gefunden</h1>')],
    ['French', page('Erreur', '<h1>La page demandée n’existe pas</h1>')],
    ['Spanish', page('Página no encontrada')],
    ['Portuguese', page('Página não encontrada')],
    ['Italian', page('Pagina non trovata')],
    ['Dutch', page('Pagina niet gevonden')],
    ['Polish', page('Strona nie została znaleziona')],
    ['Russian', page('Страница не найдена')],
    ['Turkish', page('SAYFA BULUNAMADI')],
    ['Japanese', page('お探しのページは見つかりませんでした')],
    ['Chinese', page('您访问的页面不存在')],
    ['Korean', page('페이지를 찾을 수 없습니다')],
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
    [
      'a page that failed because something is missing',
      page('Error', 'The page cannot be shown because the database was not found.'),
    ],
    ['two sentences', page('Error', 'This page failed to load. The upstream was not found.')],
    [
      'a link to a page about errors',
      page('Error', `${LONG_TEXT}<p>Page not found? Write to us.</p>`),
    ],
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

test('time is linear in the length of the page', () => {
  const parts = [
    '<',
    '<!--',
    '<title>',
    '<h1>',
    '</h1>',
    '<script>',
    'page ',
    'page',
    'not ',
    '404 ',
    'ページ',
    '&',
    '&nbsp;',
    'a<b>',
    '-->',
    '.',
    "can't find ",
  ];
  for (const part of parts) {
    const text = part.repeat(Math.ceil(200_000 / part.length));
    const began = performance.now();
    saysNotFound(text);
    expect([part, performance.now() - began < 5000]).toEqual([part, true]);
  }
});
