/** The texts of the Tree view in all languages. They are loaded with the view. */
import { useSelected } from '../state/app-context.js';
import type { Widened } from './en.js';
import type { Language } from './messages.js';

const en = {
  help: 'The paths of the listed URLs, and which of them the crawler may fetch.',
  label: 'Site paths',
  legend: 'Legend',
  partly: 'partly disallowed',
  access: {
    open: (_disallowed: number, urls: number) => `${urls} allowed`,
    partly: (disallowed: number, urls: number) => `${disallowed} of ${urls} disallowed`,
    blocked: (_disallowed: number, urls: number) =>
      urls === 1 ? '1 disallowed' : `all ${urls} disallowed`,
  },
  noUrls: 'Enter URLs or open a sitemap in the Check view.',
  summary: (urls: string, disallowed: string) =>
    `${urls === '1' ? '1 URL' : `${urls} URLs`}, ${disallowed} disallowed`,
  choose: 'Select a page to see which rule decides.',
};

export type TreeTexts = Widened<typeof en>;

const ja: TreeTexts = {
  help: '一覧のURLをパスごとにまとめ、クローラーが取得できるかどうかを示します。',
  label: 'サイトのパス',
  legend: '凡例',
  partly: '一部ブロック',
  access: {
    open: (_disallowed, urls) => (urls === 1 ? '1件許可' : `${urls}件すべて許可`),
    partly: (disallowed, urls) => `${urls}件中${disallowed}件ブロック`,
    blocked: (_disallowed, urls) => (urls === 1 ? '1件ブロック' : `${urls}件すべてブロック`),
  },
  noUrls: '「URLテスト」でURLを入力するか、サイトマップを開いてください。',
  summary: (urls, disallowed) => `URL ${urls}件、うちブロック${disallowed}件`,
  choose: 'ページを選択すると、判定の根拠となる行が表示されます。',
};

const tr: TreeTexts = {
  help: "Listedeki URL'lerin yolları ve botun hangilerini getirebileceği.",
  label: 'Site yolları',
  legend: 'Açıklama',
  partly: 'kısmen engellendi',
  access: {
    open: (_disallowed, urls) => `${urls} URL'ye izin verildi`,
    partly: (disallowed, urls) => `${urls} URL, engellenen: ${disallowed}`,
    blocked: (_disallowed, urls) =>
      urls === 1 ? '1 URL engellendi' : `${urls} URL'nin tümü engellendi`,
  },
  noUrls: 'Test görünümünde URL girin veya bir site haritası açın.',
  summary: (urls, disallowed) => `${urls} URL, engellenen: ${disallowed}`,
  choose: 'Hangi kuralın geçerli olduğunu görmek için bir sayfa seçin.',
};

export const TREE_TEXTS: Readonly<Record<Language, TreeTexts>> = { en, ja, tr };

export function useTreeTexts(): TreeTexts {
  return TREE_TEXTS[useSelected((state) => state.language)];
}
