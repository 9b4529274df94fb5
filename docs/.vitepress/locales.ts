/** Texts of the site itself, per language. */
import type { DefaultTheme } from 'vitepress';

export interface Locale {
  /** Folder of the pages; English is at the top. */
  readonly folder: string;
  readonly label: string;
  readonly lang: string;
  readonly description: string;
  readonly openInTester: string;
  readonly theme: DefaultTheme.Config;
  readonly sidebar: Readonly<
    Record<'guides' | 'english' | 'playground' | 'command' | 'rules' | 'library' | 'crawlers' | 'service', string>
  >;
  /** Undefined for VitePress's own, English texts. */
  readonly search?: DefaultTheme.LocalSearchOptions['translations'];
}

export const LOCALES: readonly Locale[] = [
  {
    folder: '',
    label: 'English',
    lang: 'en-US',
    description: 'A complete toolkit for robots.txt',
    openInTester: 'Open in the tester',
    theme: {
      nav: [
        { text: 'Guides', link: '/guides/site-owner', activeMatch: '^/guides/' },
        { text: 'Command', link: '/cli', activeMatch: '^/(?:cli|commands/)' },
        { text: 'Lint rules', link: '/commands/lint#codes', activeMatch: '^/lint/' },
        { text: 'API', link: '/reference/', activeMatch: '^/reference/(?!lint)' },
        { text: 'Playground', link: '/playground' },
      ],
    },
    sidebar: {
      guides: 'Guides',
      english: 'Topics',
      playground: 'Playground',
      command: 'Command line',
      rules: 'Lint rules',
      library: 'Library',
      crawlers: 'Crawlers',
      service: 'HTTP service',
    },
  },
  {
    folder: 'ja',
    label: '日本語',
    lang: 'ja',
    description: 'robots.txtのための総合ツールキット',
    openInTester: 'テスターで開く',
    theme: {
      nav: [
        { text: 'ガイド', link: '/ja/guides/site-owner', activeMatch: '^/ja/guides/' },
        { text: 'コマンド', link: '/cli' },
        { text: 'lintルール', link: '/commands/lint#codes' },
        { text: 'API', link: '/reference/' },
        { text: 'プレイグラウンド', link: '/playground' },
      ],
      outline: { level: [2, 3], label: '目次' },
      docFooter: { prev: '前のページ', next: '次のページ' },
      darkModeSwitchLabel: 'テーマ',
      lightModeSwitchTitle: 'ライトテーマに切り替え',
      darkModeSwitchTitle: 'ダークテーマに切り替え',
      sidebarMenuLabel: 'メニュー',
      returnToTopLabel: 'ページの先頭へ',
      langMenuLabel: '言語',
      skipToContentLabel: '本文へ移動',
      notFound: {
        title: 'ページが見つかりません',
        quote: 'アドレスを確認するか、検索をご利用ください。',
        linkLabel: 'ホームへ移動',
        linkText: 'ホームへ',
      },
    },
    sidebar: {
      guides: 'ガイド',
      english: '詳しい説明(英語)',
      playground: 'プレイグラウンド',
      command: 'コマンド',
      rules: 'lintルール',
      library: 'ライブラリ',
      crawlers: 'クライアント',
      service: 'HTTPサービス',
    },
    search: {
      button: { buttonText: '検索', buttonAriaLabel: '検索' },
      modal: {
        displayDetails: '詳細を表示',
        resetButtonTitle: '検索語を消去',
        backButtonTitle: '検索を閉じる',
        noResultsText: '見つかりませんでした:',
        footer: { selectText: '選択', navigateText: '移動', closeText: '閉じる' },
      },
    },
  },
  {
    folder: 'tr',
    label: 'Türkçe',
    lang: 'tr',
    description: 'robots.txt için eksiksiz araç takımı',
    openInTester: 'Test aracında aç',
    theme: {
      nav: [
        { text: 'Kılavuzlar', link: '/tr/guides/site-owner', activeMatch: '^/tr/guides/' },
        { text: 'Komut', link: '/cli' },
        { text: 'Lint kuralları', link: '/commands/lint#codes' },
        { text: 'API', link: '/reference/' },
        { text: 'Deneme alanı', link: '/playground' },
      ],
      outline: { level: [2, 3], label: 'Bu sayfada' },
      docFooter: { prev: 'Önceki sayfa', next: 'Sonraki sayfa' },
      darkModeSwitchLabel: 'Tema',
      lightModeSwitchTitle: 'Açık temaya geç',
      darkModeSwitchTitle: 'Koyu temaya geç',
      sidebarMenuLabel: 'Menü',
      returnToTopLabel: 'Sayfanın başına dön',
      langMenuLabel: 'Dil',
      skipToContentLabel: 'İçeriğe geç',
      notFound: {
        title: 'Sayfa bulunamadı',
        quote: 'Adresi kontrol edin veya arama yapın.',
        linkLabel: 'Ana sayfaya git',
        linkText: 'Ana sayfa',
      },
    },
    sidebar: {
      guides: 'Kılavuzlar',
      english: 'Ayrıntılar (İngilizce)',
      playground: 'Deneme alanı',
      command: 'Komut',
      rules: 'Lint kuralları',
      library: 'Kütüphane',
      crawlers: 'İstemci',
      service: 'HTTP hizmeti',
    },
    search: {
      button: { buttonText: 'Ara', buttonAriaLabel: 'Ara' },
      modal: {
        displayDetails: 'Ayrıntıları göster',
        resetButtonTitle: 'Aramayı temizle',
        backButtonTitle: 'Aramayı kapat',
        noResultsText: 'Sonuç bulunamadı:',
        footer: { selectText: 'seç', navigateText: 'gezin', closeText: 'kapat' },
      },
    },
  },
];
