/** The texts about imported files in all languages. They are loaded with the first import. */
import type { Language } from './messages.js';

const en = {
  robotsTxt: (file: string) => `Opened ${file} as the robots.txt.`,
  urls: (file: string, count: string) => `URLs read from ${file}: ${count}.`,
  noUrls: (file: string) =>
    `${file} contains no URLs. Open a sitemap, an access log, a list of URLs or a robots.txt.`,
  tooLarge: (file: string, megabytes: string) =>
    `${file} is too large for the browser (limit: ${megabytes} MB). Use "repkit diff --urls" instead.`,
  requests: (file: string, count: string) => `Requests read from ${file}: ${count}.`,
  mostRequested: (count: string) => `The table shows the ${count} most requested URLs.`,
  blocks: (counts: string) => `Requests that this robots.txt would block: ${counts}.`,
  edit: (blocked: string, allowed: string) =>
    `Requests that your edit would block: ${blocked}. Requests that it would allow: ${allowed}.`,
  others: (count: string) => `Requests of browsers and other clients: ${count}.`,
  more: (count: string) => `${count} more crawlers`,
  none: 'none',
};

type ImportTexts = typeof en;

const ja: ImportTexts = {
  robotsTxt: (file) => `${file}をrobots.txtとして開きました。`,
  urls: (file, count) => `${file}からURLを${count}件読み込みました。`,
  noUrls: (file) =>
    `${file}にURLがありません。サイトマップ、アクセスログ、URLリスト、robots.txtのいずれかを開いてください。`,
  tooLarge: (file, megabytes) =>
    `${file}は大きすぎます(上限は${megabytes} MB)。代わりに「repkit diff --urls」を使ってください。`,
  requests: (file, count) => `${file}からリクエストを${count}件読み込みました。`,
  mostRequested: (count) => `リクエストの多いURLを${count}件表示しています。`,
  blocks: (counts) => `このrobots.txtでブロックされるリクエスト: ${counts}。`,
  edit: (blocked, allowed) =>
    `編集によって新たにブロックされるリクエスト: ${blocked}。新たに許可されるリクエスト: ${allowed}。`,
  others: (count) => `ブラウザーなどからのリクエスト: ${count}件。`,
  more: (count) => `ほか${count}種類のクローラー`,
  none: '0件',
};

const tr: ImportTexts = {
  robotsTxt: (file) => `${file} robots.txt olarak açıldı.`,
  urls: (file, count) => `${file} dosyasından okunan URL sayısı: ${count}.`,
  noUrls: (file) =>
    `${file} dosyasında URL yok. Bir site haritası, erişim günlüğü, URL listesi veya robots.txt açın.`,
  tooLarge: (file, megabytes) =>
    `${file} web tarayıcısı için çok büyük (sınır: ${megabytes} MB). Bunun yerine "repkit diff --urls" kullanın.`,
  requests: (file, count) => `${file} dosyasından okunan istek sayısı: ${count}.`,
  mostRequested: (count) => `Tabloda en çok istenen ${count} URL var.`,
  blocks: (counts) => `Bu robots.txt dosyasının engelleyeceği istekler: ${counts}.`,
  edit: (blocked, allowed) =>
    `Düzenlemenizin engelleyeceği istekler: ${blocked}. İzin vereceği istekler: ${allowed}.`,
  others: (count) => `Web tarayıcılarından ve diğer istemcilerden gelen istekler: ${count}.`,
  more: (count) => `${count} bot daha`,
  none: 'hiçbiri',
};

export const IMPORT_TEXTS: Readonly<Record<Language, ImportTexts>> = { en, ja, tr };
