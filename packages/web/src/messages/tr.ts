/** Türkçe. Terimler, Google'ın robots.txt sayfasının Türkçesindeki gibidir. */
import type { Messages } from './messages.js';

export const tr: Messages = {
  title: 'robots.txt test aracı',
  privacy: 'Her şey bu tarayıcıda okunur. Buraya yapıştırdıklarınız hiçbir yere gönderilmez.',
  views: 'Görünümler',
  view: {
    check: 'Denetim',
    dialects: 'Lehçeler',
    live: 'Canlı site',
    diff: 'Fark',
    tree: 'Ağaç',
  },
  dialect: 'Lehçe',
  dialectName: {
    rfc9309: 'RFC 9309',
    'draft-koster-rep-00': '2019 taslağı',
    google: 'Google',
    koster1996: '1996 taslağı',
  },
  language: 'Dil',
  theme: 'Renkler',
  themeName: { auto: 'Sistemdeki gibi', light: 'Açık', dark: 'Koyu' },
  loading: 'Yükleniyor …',
  allowed: 'izin veriliyor',
  disallowed: 'izin verilmiyor',
  editor: {
    label: 'robots.txt',
  },
  check: {
    urls: "URL'ler, her satırda bir tane",
  },
};
