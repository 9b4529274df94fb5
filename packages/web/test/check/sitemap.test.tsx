import { expect, test } from 'vitest';
import { readUrlFile } from '../../src/check/sitemap.js';

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

test('the pages of a sitemap (sitemaps.org), without those of its images', () => {
  const text = `\uFEFF<?xml version="1.0"?><urlset xmlns="${NAMESPACE}" xmlns:image="urn:i">
    <url><loc> https://a.example/?b&amp;c </loc><image:image><image:loc>https://a.example/i</image:loc></image:image></url>
    <url><lastmod>2026</lastmod></url><url><loc>https://a.example/d</loc></url></urlset>`;
  expect(readUrlFile(text)).toEqual({
    kind: 'urls',
    text: 'https://a.example/?b&c\nhttps://a.example/d\n',
  });
});

test('an index names sitemaps, not pages', () => {
  const text = `<sitemapindex xmlns="${NAMESPACE}"><sitemap><loc>https://a.example/s.xml</loc></sitemap></sitemapindex>`;
  expect(readUrlFile(text)).toEqual({ kind: 'index', sitemaps: ['https://a.example/s.xml'] });
});

test('all else is a list, and broken XML has no URL', () => {
  expect(readUrlFile('/a\n/b')).toEqual({ kind: 'urls', text: '/a\n/b' });
  expect(readUrlFile('<urlset><url>')).toEqual({ kind: 'urls', text: '' });
});
