import { describe, expect, test } from 'vitest';
import {
  crawlerProfile,
  crawlersFor,
  currentNames,
  formerNames,
  isMixed,
  knownCrawlers,
  purposeNames,
  purposesFor,
} from '../../src/crawlers.js';

const namesFor = (name: string) => crawlersFor(name).map((crawler) => crawler.name);

describe('crawlersFor', () => {
  test.each([
    ['applebot', ['Applebot']],
    ['GPTBot', ['GPTBot']],
    ['msnbot', []],
    ['constructor', []],
    ['', []],
    ['*', []],
  ])('%s: the crawler of that name, or none', (name, expected) => {
    expect(namesFor(name)).toEqual(expected);
  });

  test.each([
    ['search', ['Googlebot', 'bingbot'], ['GPTBot']],
    ['ai-training', ['GPTBot', 'CCBot', 'Google-Extended', 'bingbot'], ['OAI-SearchBot']],
    ['AI-Search', ['OAI-SearchBot', 'Google-Extended'], ['GPTBot', 'Googlebot']],
    ['ai-user', ['ChatGPT-User', 'Kimi-User'], ['GPTBot']],
    ['seo', ['AhrefsBot'], ['Googlebot']],
    ['advertising', ['AdsBot-Google', 'OAI-AdsBot'], ['Googlebot']],
    ['preview', ['facebookexternalhit'], ['meta-externalagent']],
    ['archive', ['CCBot', 'archive.org_bot'], ['GPTBot']],
    ['monitoring', ['UptimeRobot'], ['AhrefsBot']],
    ['other', ['GoogleOther'], ['Googlebot']],
    ['ai', ['GPTBot', 'OAI-SearchBot', 'ChatGPT-User'], ['Googlebot', 'AhrefsBot']],
  ])('%s: all crawlers for it', (purpose, included, excluded) => {
    const names = namesFor(purpose);
    for (const name of included) expect(names).toContain(name);
    for (const name of excluded) expect(names).not.toContain(name);
    expect(names).toEqual(knownCrawlers.map(({ name }) => name).filter((name) => names.includes(name)));
  });

  test('all: every crawler', () => {
    expect(crawlersFor('ALL')).toEqual(knownCrawlers);
  });
});

test('the names of purposes are complete, and no crawler has one of them', () => {
  const used = new Set(knownCrawlers.flatMap(({ purposes }) => purposes));
  expect(purposeNames.toSorted()).toEqual([...used, 'ai', 'all'].sort());
  for (const name of purposeNames) {
    expect(crawlerProfile(name), name).toBeUndefined();
    expect(purposesFor(name.toUpperCase()).length, name).toBeGreaterThan(0);
  }
  expect(purposesFor('toString')).toEqual([]);
});

test('mixed: one token for search and for training', () => {
  expect(knownCrawlers.filter(isMixed).map(({ name }) => name)).toEqual(['bingbot', 'Google-Extended']);
  expect(isMixed({ purposes: ['archive', 'ai-training'] })).toBe(false);
});

test('former names lead to names of today, and no crawler has one', () => {
  for (const { name, replacedBy } of formerNames) {
    expect(crawlerProfile(name), name).toBeUndefined();
    for (const current of replacedBy) {
      if (current !== '*') expect(crawlerProfile(current)?.name, name).toBe(current);
    }
    expect(currentNames(name.toUpperCase())).toBe(replacedBy);
  }
  expect(currentNames('claude-web')).toEqual(['ClaudeBot']);
  expect(currentNames('GPTBot')).toEqual([]);
  const folded = formerNames.map(({ name }) => name.toLowerCase());
  expect(folded).toEqual(folded.toSorted());
});
