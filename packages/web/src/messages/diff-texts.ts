/** The texts of the Diff view in all languages. They are loaded with the view. */
import type { Language } from './messages.js';

const en = {
  before: 'Before',
  after: 'After',
  paste: 'Paste the previous version',
  help: 'Paste the robots.txt before your edit to see which URLs the edit blocks or allows. The editor contains the new version.',
  versions: 'Both versions',
  margin: 'Effect',
  unchanged: (lines: number) => (lines === 1 ? '1 unchanged line' : `${lines} unchanged lines`),
  copyFromEditor: 'Copy from editor',
  open: 'Open previous version…',
  swap: 'Swap',
  outcome: {
    comparing: 'Comparing…',
    equivalent: 'Equivalent',
    sameAccess: 'Same access, other records changed',
    undecided: 'Undecided',
    changed: 'The files differ',
  },
  meaning: {
    equivalent:
      'Proved: both files give every URL the same verdict for every crawler, and no other record has changed.',
    sameAccess:
      'Proved: every URL keeps its verdict for every crawler. Records that are not rules have changed; see below.',
    undecided: 'Search limit reached before any change was found. The files may differ.',
  },
  counts: (blocked: number, allowed: number) =>
    `Changes that block URLs: ${blocked}. Changes that allow URLs: ${allowed}.`,
  complete: 'Proved complete: every URL with a different verdict matches one of the paths below.',
  incomplete: 'Search limit reached; there may be more changes.',
  effect: { 'newly-blocked': 'Newly blocked', 'newly-allowed': 'Newly allowed' },
  records: 'Other records',
  preferences: 'Preferences',
  removed: 'Removed',
  added: 'Added',
  example: 'Example:',
  more: (count: number) => `Show more (${count})`,
  showLine: (line: number) => `Show line ${line}`,
  addExample: 'Add to the URLs',
};

type DiffTexts = typeof en;

const ja: DiffTexts = {
  before: '変更前',
  after: '変更後',
  paste: '変更前のrobots.txtを貼り付けてください',
  help: '貼り付けると、編集によってブロックまたは許可されるURLがわかります。エディターには変更後のものが入っています。',
  versions: '変更前と変更後',
  margin: '影響',
  unchanged: (lines) => `変更のない行(${lines}行)`,
  copyFromEditor: 'エディターからコピー',
  open: '変更前のファイルを開く…',
  swap: '入れ替え',
  outcome: {
    comparing: '比較中…',
    equivalent: '判定は同一',
    sameAccess: '判定は同一、ほかの記述に変更あり',
    undecided: '判定不能',
    changed: '判定に違いあり',
  },
  meaning: {
    equivalent:
      'すべてのクローラーとURLで判定が同じで、ほかの記述にも変更がないことを証明しました。',
    sameAccess:
      'すべてのクローラーとURLで判定は変わらないことを証明しました。ルール以外の記述は変わっています(下を参照)。',
    undecided: '違いが見つかる前に探索の上限に達しました。違いがある可能性があります。',
  },
  counts: (blocked, allowed) =>
    `ブロックされるようになる変更: ${blocked}件、許可されるようになる変更: ${allowed}件。`,
  complete: '判定が変わるURLは、すべて下のいずれかのパスに一致することを証明しました。',
  incomplete: '探索の上限に達したため、ほかにも変更がある可能性があります。',
  effect: { 'newly-blocked': '新たにブロック', 'newly-allowed': '新たに許可' },
  records: 'ルール以外の記述',
  preferences: '利用設定',
  removed: '削除',
  added: '追加',
  example: '例:',
  more: (count) => `さらに表示(${count}件)`,
  showLine: (line) => `${line}行目を表示`,
  addExample: 'URL一覧に追加',
};

const tr: DiffTexts = {
  before: 'Önce',
  after: 'Sonra',
  paste: 'Önceki sürümü yapıştırın',
  help: 'Düzenlemenin hangi URL’leri engellediğini veya izin verdiğini görmek için eski robots.txt dosyasını yapıştırın. Yeni sürüm düzenleyicidedir.',
  versions: 'İki sürüm',
  margin: 'Etki',
  unchanged: (lines) => `${lines} satır değişmedi`,
  copyFromEditor: 'Düzenleyiciden kopyala',
  open: 'Eski sürümü aç…',
  swap: 'Yer değiştir',
  outcome: {
    comparing: 'Karşılaştırılıyor…',
    equivalent: 'Eş değer',
    sameAccess: 'Erişim aynı, diğer kayıtlar değişti',
    undecided: 'Belirlenemedi',
    changed: 'Dosyalar farklı',
  },
  meaning: {
    equivalent:
      'Kanıtlandı: iki dosya her bot ve her URL için aynı kararı verir; diğer kayıtlar da aynıdır.',
    sameAccess:
      "Kanıtlandı: her URL'nin her bot için kararı aynı kalır. Kural olmayan kayıtlar değişti; aşağıya bakın.",
    undecided: 'Bir değişiklik bulunmadan önce arama sınıra takıldı. Dosyalar farklı olabilir.',
  },
  counts: (blocked, allowed) =>
    `URL engelleyen değişiklik: ${blocked}. URL'ye izin veren değişiklik: ${allowed}.`,
  complete: 'Kanıtlandı: kararı değişen her URL aşağıdaki yollardan biriyle eşleşir.',
  incomplete: 'Arama sınıra takıldı; başka değişiklikler de olabilir.',
  effect: { 'newly-blocked': 'Yeni engellenenler', 'newly-allowed': 'Yeni izin verilenler' },
  records: 'Diğer kayıtlar',
  preferences: 'Kullanım tercihleri',
  removed: 'Kaldırılan',
  added: 'Eklenen',
  example: 'Örnek:',
  more: (count) => `Daha fazla göster (${count})`,
  showLine: (line) => `${line}. satırı göster`,
  addExample: "URL'lere ekle",
};

export const DIFF_TEXTS: Readonly<Record<Language, DiffTexts>> = { en, ja, tr };
