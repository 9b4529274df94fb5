/** The texts of the Preferences view in all languages. They are loaded with the view. */
import type { Language } from './messages.js';

const en = {
  help: 'How may crawlers use the content of a page? Each cell names the line that decides. Preferences never change whether a page may be fetched.',
  url: 'URL',
  noUrls: 'Enter URLs in the Check view first.',
  matrix: 'Usage preferences',
  category: 'Category',
  value: { yes: 'yes', no: 'no', unstated: 'not stated' },
  header: (name: string) => `header ${name}`,
  noneStated: 'This robots.txt states no preferences. Content-Signal and Content-Usage lines do.',
  disallowed: (crawlers: string) =>
    `${crawlers} may not fetch this URL, so the lines of the robots.txt state nothing about it.`,
  page: 'Page rules',
  pageHelp:
    'Paste the headers or meta elements of a page to see what search engines may do with it.',
  headers: 'Response headers',
  meta: 'Meta elements (HTML)',
  engine: 'Search engine',
  index: 'Index',
  follow: 'Follow links',
  restrictions: 'Restrictions',
  ignored: 'Ignored',
  none: 'none',
};

type PreferencesTexts = typeof en;

const ja: PreferencesTexts = {
  help: 'クローラーがページの内容をどのように利用できるかを示します。各セルには、判定の根拠となる行が表示されます。この設定は、ページを取得できるかどうかには影響しません。',
  url: 'URL',
  noUrls: '先に「URLテスト」でURLを入力してください。',
  matrix: '利用に関する設定',
  category: '用途',
  value: { yes: '可', no: '不可', unstated: '記載なし' },
  header: (name) => `${name}ヘッダー`,
  noneStated:
    'このrobots.txtには利用に関する設定がありません。Content-SignalまたはContent-Usageの行で指定できます。',
  disallowed: (crawlers) =>
    `${crawlers}はこのURLを取得できないため、robots.txtの設定は適用されません。`,
  page: 'ページ単位のルール',
  pageHelp: 'ページのヘッダーまたはmetaタグを貼り付けると、検索エンジンでの扱いを確認できます。',
  headers: 'レスポンスヘッダー',
  meta: 'metaタグ(HTML)',
  engine: '検索エンジン',
  index: 'インデックス登録',
  follow: 'リンクの追跡',
  restrictions: '制限',
  ignored: '無視された指定',
  none: 'なし',
};

const tr: PreferencesTexts = {
  help: 'Tarayıcı botlar bir sayfanın içeriğini nasıl kullanabilir? Her hücrede belirleyici satır yazar. Tercihler sayfanın getirilip getirilemeyeceğini etkilemez.',
  url: 'URL adresi',
  noUrls: 'Önce Test görünümünde URL girin.',
  matrix: 'Kullanım tercihleri',
  category: 'Kategori',
  value: { yes: 'evet', no: 'hayır', unstated: 'belirtilmemiş' },
  header: (name) => `${name} üst bilgisi`,
  noneStated:
    'Bu robots.txt tercih belirtmiyor. Tercihler Content-Signal ve Content-Usage satırlarıyla belirtilir.',
  disallowed: (crawlers) =>
    `${crawlers} bu URL’yi getiremez; bu yüzden robots.txt satırları onun için tercih belirtmez.`,
  page: 'Sayfa kuralları',
  pageHelp:
    'Arama motorlarının sayfayla ne yapabileceğini görmek için üst bilgileri veya meta etiketlerini yapıştırın.',
  headers: 'Yanıt üst bilgileri',
  meta: 'Meta etiketleri (HTML)',
  engine: 'Arama motoru',
  index: 'Dizine ekleme',
  follow: 'Bağlantıları izleme',
  restrictions: 'Kısıtlamalar',
  ignored: 'Yok sayılanlar',
  none: 'yok',
};

export const PREFERENCES_TEXTS: Readonly<Record<Language, PreferencesTexts>> = { en, ja, tr };
