import { expect, test } from 'vitest';
import { cpuMs } from '../../../../test/support/cpu-time.js';
import { SitemapReader } from '../../src/page/sitemap.js';

const LIMITS = { maxLocationLength: 100 };

function read(...texts: readonly string[]) {
  const reader = new SitemapReader(LIMITS);
  return { locations: texts.flatMap((text) => reader.read(text)), reader };
}

test.each([
  ['a sitemap', '<urlset><url><loc> https://e.example/a </loc></url></urlset>', ['https://e.example/a']],
  ['an index', '<sitemapindex><sitemap><loc>/1.xml</loc></sitemap></sitemapindex>', ['/1.xml']],
  ['prefixes', '<s:urlset><s:url><s:loc>/a</s:loc></s:url></s:urlset>', ['/a']],
  ['locations of images', '<urlset><url><loc>/a</loc><i:image><i:loc>/b</i:loc></i:image></url></urlset>', ['/a']],
  [
    'RSS 2.0',
    '<rss version="2.0"><channel><link>/home</link><item><title>x</title><link>/a</link><guid>/b</guid></item><item><a:link href="/c"/><link><![CDATA[/d]]></link></item></channel></rss>',
    ['/a', '/d'],
  ],
  [
    'Atom',
    '<feed><link href="/home"/><entry><link href="/a"/><link rel="enclosure" href="/b"/></entry><entry><link rel="Alternate" href="/c"></link><source><link href="/d"/></source></entry></feed>',
    ['/a', '/c'],
  ],
  ['another parent', '<urlset><other><loc>/a</loc></other></urlset>', []],
  ['entities and CDATA', '<urlset><url><loc>/a?b&amp;c<![CDATA[&d]]></loc></url></urlset>', ['/a?b&c&d']],
  ['a location that is cut short', '<urlset><url><loc>/a</loc></url><url><loc>/b', ['/a']],
  ['a location that is too long', `<urlset><url><loc>/${'a'.repeat(100)}</loc></url></urlset>`, []],
])('reads %s', (_name, text, expected) => {
  expect(read(text).locations).toEqual(expected);
  expect(read(...text).locations).toEqual(expected);
});

test.each([
  ['opening and closing tags', '<a>', '</b>'],
  ['opening tags', '<a>', ''],
  ['entries in entries', '<url><loc>', '</b>'],
])('ends where %s are nested too deeply, in linear time', (_name, open, close) => {
  const { reader, locations } = read(`<urlset><url><loc>/a</loc></url>${open.repeat(200_000)}`, close.repeat(200_000));
  expect(reader.isTooDeep).toBe(true);
  expect(locations).toEqual(['/a']);
});

test('closing tags of elements that are not open cost a scan of 64 names each', () => {
  const text = `<urlset>${'<a>'.repeat(60)}${'</b>'.repeat(500_000)}`;
  const began = cpuMs();
  expect(read(text).reader.isTooDeep).toBe(false);
  // 0.1 s on an idle machine; without the bound of depth the same length takes minutes.
  expect(cpuMs() - began).toBeLessThan(10_000);
});

test.each([
  [[], ['/a', '/e']],
  [['images'], ['/a', '/b', '/e']],
  [['alternates'], ['/a', '/c', '/e']],
  [
    ['images', 'alternates'],
    ['/a', '/b', '/c', '/e'],
  ],
] as const)('includes %j', (include, expected) => {
  const reader = new SitemapReader({ ...LIMITS, include });
  const text =
    '<urlset><url><loc>/a</loc><image:image><image:loc>/b</image:loc><image:title>t</image:title></image:image>' +
    '<xhtml:link rel="alternate" hreflang="de" href="/c"/><xhtml:link rel="amphtml" href="/d"/><xhtml:link href="/d"/></url>' +
    '<url><loc>/e</loc><video:video><video:loc>/f</video:loc></video:video></url></urlset>';
  expect(reader.read(text)).toEqual(expected);
  expect(reader.isComplete).toBe(true);
});
