/** The texts of the Dialects view in all languages. They are loaded with the view. */
import { useSelected } from '../state/app-context.js';
import type { Widened } from './en.js';
import type { Language } from './messages.js';

const en = {
  help: 'The same file as RFC 9309, its 2019 draft, Google and the 1996 draft define it.',
  table: 'Verdicts by dialect',
  onlyDiffering: 'Only URLs with different verdicts',
  differs: 'differs',
  summary: (differing: string, urls: string) =>
    `${urls === '1' ? '1 URL' : `${urls} URLs`}; the dialects disagree on ${differing}`,
  searching: 'Searching for URLs on which the dialects disagree…',
  offered: 'URLs on which the dialects disagree',
  foundMore: 'The dialects also disagree on URLs that are not in your list:',
  allListed: 'Your list already covers every disagreement found.',
  proved: 'Proved: the dialects agree on every normalized URL (RFC 3986 6.2.2).',
  undecided: 'No disagreement found before the search limit was reached. There may be one.',
  add: (count: number) => (count === 1 ? 'Add it to the URLs' : `Add ${count} to the URLs`),
};

export type DialectsTexts = Widened<typeof en>;

const ja: DialectsTexts = {
  help: '同じファイルをRFC 9309、その2019年の草案、Google、1996年の草案に従って判定します。',
  table: '方言ごとの判定',
  onlyDiffering: '判定が異なるURLのみ',
  differs: '相違',
  summary: (differing, urls) => `URL ${urls}件中、方言によって判定が異なるもの: ${differing}件`,
  searching: '方言によって判定が異なるURLを検索中…',
  offered: '方言によって判定が異なるURL',
  foundMore: '一覧にない次のURLでも判定が異なります:',
  allListed: '見つかった相違は、すべて一覧のURLで確認できます。',
  proved: '正規化されたURL(RFC 3986 6.2.2)で判定が食い違わないことを証明しました。',
  undecided: '探索の上限までに相違は見つかりませんでしたが、存在する可能性があります。',
  add: (count) => `${count}件をURL一覧に追加`,
};

const tr: DialectsTexts = {
  help: 'Aynı dosyanın RFC 9309, onun 2019 taslağı, Google ve 1996 taslağına göre yorumu.',
  table: 'Lehçelere göre kararlar',
  onlyDiffering: "Yalnızca kararı farklı olan URL'ler",
  differs: 'farklı',
  summary: (differing, urls) => `${urls} URL; lehçeye göre kararı değişen: ${differing}`,
  searching: "Kararı lehçeye göre değişen URL'ler aranıyor…",
  offered: "Kararı lehçeye göre değişen URL'ler",
  foundMore: "Listenizde olmayan şu URL'lerde de karar lehçeye göre değişiyor:",
  allListed: "Bulunan tüm farklar listenizdeki URL'lerde görülüyor.",
  proved: "Kanıtlandı: normalleştirilmiş tüm URL'lerde (RFC 3986 6.2.2) lehçelerin kararı aynıdır.",
  undecided: 'Fark bulunmadı ancak arama sınıra takıldı; fark olabilir.',
  add: (count) => `URL'lere ekle (${count})`,
};

export const DIALECTS_TEXTS: Readonly<Record<Language, DialectsTexts>> = { en, ja, tr };

export function useDialectsTexts(): DialectsTexts {
  return DIALECTS_TEXTS[useSelected((state) => state.language)];
}
