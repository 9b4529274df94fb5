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
    Record<
      | 'guides'
      | 'english'
      | 'playground'
      | 'command'
      | 'rules'
      | 'library'
      | 'crawlers'
      | 'service',
      string
    >
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
        { text: 'Lint rules', link: '/reference/lint', activeMatch: '^/(?:lint/|reference/lint)' },
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
];
