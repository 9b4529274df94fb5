/** 日本語。用語は draft-koster-rep-00 の日本語訳に従う。 */
import type { Messages } from './messages.js';

export const ja: Messages = {
  title: 'robots.txt テスター',
  privacy: 'すべてこのブラウザーの中で読み取ります。貼り付けた内容はどこにも送信されません。',
  views: '表示',
  view: {
    check: '確認',
    dialects: '方言',
    live: '実際のサイト',
    diff: '差分',
    tree: 'ツリー',
  },
  dialect: '方言',
  dialectName: {
    rfc9309: 'RFC 9309',
    'draft-koster-rep-00': '2019年のドラフト',
    google: 'Google',
    koster1996: '1996年のドラフト',
  },
  language: '言語',
  theme: '配色',
  themeName: { auto: 'システムに合わせる', light: 'ライト', dark: 'ダーク' },
  loading: '読み込み中…',
  allowed: '許可',
  disallowed: '不許可',
  editor: {
    label: 'robots.txt',
  },
  check: {
    urls: 'URL(1行に1つ)',
  },
};
