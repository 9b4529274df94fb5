/** The texts of find and replace in all languages, by the English text of CodeMirror. They are loaded with it. */
import type { Language } from './messages.js';

const en = {
  Find: 'Find',
  Replace: 'Replace',
  next: 'Next',
  previous: 'Previous',
  all: 'Select all',
  'match case': 'Match case',
  'by word': 'Whole words',
  replace: 'Replace',
  'replace all': 'Replace all',
  close: 'Close',
  'current match': 'current match',
  'on line': 'on line',
  'replaced match on line $': 'Replaced the match on line $',
  'replaced $ matches': 'Replaced $ matches',
};

type FindTexts = Readonly<Record<keyof typeof en, string>>;

const ja: FindTexts = {
  Find: '検索',
  Replace: '置換後の文字列',
  next: '次へ',
  previous: '前へ',
  all: 'すべて選択',
  'match case': '大文字と小文字を区別',
  'by word': '単語単位',
  replace: '置換',
  'replace all': 'すべて置換',
  close: '閉じる',
  'current match': '現在の一致',
  'on line': '行',
  'replaced match on line $': '$行目の一致を置換しました',
  'replaced $ matches': '$件を置換しました',
};

const tr: FindTexts = {
  Find: 'Bul',
  Replace: 'Yeni metin',
  next: 'Sonraki',
  previous: 'Önceki',
  all: 'Tümünü seç',
  'match case': 'Büyük/küçük harf',
  'by word': 'Tam sözcük',
  replace: 'Değiştir',
  'replace all': 'Tümünü değiştir',
  close: 'Kapat',
  'current match': 'geçerli eşleşme',
  'on line': 'satır',
  'replaced match on line $': '$. satırdaki eşleşme değiştirildi',
  'replaced $ matches': '$ eşleşme değiştirildi',
};

export const FIND_TEXTS: Readonly<Record<Language, FindTexts>> = { en, ja, tr };
