/** The documentation site. Every `docs/**\/*.md` becomes a page; the sidebar and llms.txt follow from their headings. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type DefaultTheme, defineConfig } from 'vitepress';
import grammars from './grammars.json' with { type: 'json' };
import { LOCALES, type Locale } from './locales.ts';
import { boostDocument, tokenize } from './search.ts';
import { testerFragment } from './tester-link.ts';

const DOCS = join(import.meta.dirname, '..');
/** Where the site is hosted: `/`, or a folder with slashes on both ends. */
const BASE = process.env.DOCS_BASE ?? '/';
const { homepage } = JSON.parse(readFileSync(join(DOCS, '../package.json'), 'utf8'));

type Item = DefaultTheme.SidebarItem;

const textOf = (page: string) => readFileSync(join(DOCS, page), 'utf8');

/** Returns the first heading as plain text. */
function titleOf(text: string): string {
  return (/^# (.*)$/m.exec(text)?.[1] ?? '').replaceAll('`', '');
}

/** Returns the first paragraph as plain text. */
function summaryOf(text: string): string {
  const body = text.replace(/^---\n.*?\n---\n/s, '').replaceAll(/^(?:```.*?^```|<.*?|\[!.*?)$/gms, '');
  const paragraph = body.split(/\n{2,}/).find((part) => /^[^#\s|>!-]/.test(part)) ?? '';
  return paragraph
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/(?<=^|\s)\*+(\w[^*]*)\*+/g, '$1')
    .replaceAll('`', '')
    .replaceAll(/\s+/g, ' ')
    .replace(/:$/, '.')
    .trim();
}

/** Returns the pages of a folder, those in `first` before the others. */
function pagesIn(folder: string, first: readonly string[] = []): Item[] {
  const names = readdirSync(join(DOCS, folder)).filter((name) => name.endsWith('.md') && name !== 'index.md');
  const rank = (name: string) => (first.indexOf(name) + first.length + 1) % (first.length + 1);
  return names
    .sort((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1))
    .map((name) => {
      const page = posix.join(folder, name);
      return { text: titleOf(textOf(page)), link: `/${page.replace(/\.md$/, '')}` };
    });
}

/** Returns pages with only the part of their titles before the colon, without `repkit `. */
const shortened = (items: Item[]): Item[] =>
  items.map(({ text = '', ...rest }) => ({
    text: text.replace(/:.*/, '').replace(/^repkit /, ''),
    ...rest,
  }));

const libraryReference: Item[] = existsSync(join(DOCS, 'reference/typedoc-sidebar.json'))
  ? JSON.parse(textOf('reference/typedoc-sidebar.json'))
  : [];

/** One page per audience. */
const AUDIENCES: Item[] = [
  { text: 'Owners of sites', link: '/guides/site-owner' },
  { text: 'SEO specialists', link: '/guides/seo' },
  { text: 'Crawler authors', link: '/guides/crawler-author' },
  { text: 'Many crawlers, one service', link: '/service' },
  { text: 'Researchers', link: '/bulk' },
  { text: 'Parser authors', link: '/guides/parser-author' },
];

const TASKS: Item[] = [
  { text: 'Block AI crawlers', link: '/guides/block-ai-crawlers' },
  { text: 'Is the served file mine?', link: '/guides/served-file' },
  { text: 'Who ignores my robots.txt?', link: '/guides/audit' },
  { text: 'Cookbook', link: '/cookbook' },
  { text: 'AI preferences', link: '/guides/ai-preferences' },
  { text: 'Migrate from another library', link: '/migrating' },
  { text: 'Deploy the service', link: '/deploy' },
  { text: 'Engines', link: '/guides/engines' },
];

/** Pages whose place is above, or that have their own section. */
const PLACED = new Set([...AUDIENCES, ...TASKS].map(({ link }) => link)).add('/cli');

/** Returns the pages of a folder that have no other place. New pages appear here without a change. */
const otherPagesIn = (folder: string, first: readonly string[] = []) =>
  pagesIn(folder, first).filter(({ link = '' }) => !PLACED.has(link));

const englishSidebar: Item[] = [
  { text: 'Start here', items: AUDIENCES },
  { text: 'Tasks', items: [...TASKS, ...otherPagesIn('guides')] },
  {
    text: 'Topics',
    items: otherPagesIn('.', ['playground.md', 'tester.md', 'library.md', 'crawlers.md', 'dialects.md']),
  },
  {
    text: 'Command line',
    collapsed: true,
    items: [{ text: 'Overview', link: '/cli' }, ...shortened(pagesIn('commands'))],
  },
  {
    text: 'Lint rules',
    link: '/commands/lint#codes',
    collapsed: true,
    items: shortened(pagesIn('lint')),
  },
  {
    text: 'API reference',
    collapsed: true,
    items: [
      { text: 'HTTP API', link: '/reference/http' },
      ...libraryReference.map(({ text = '', link = '' }) => ({ text, link })),
    ],
  },
];

/** Each package has its own sidebar: one with all packages would make every page of the reference larger. */
function librarySidebars(): Record<string, Item[]> {
  const packages = libraryReference.map(({ text = '', link = '' }) => ({ text, link }));
  return Object.fromEntries(
    libraryReference.map(({ text = '', link = '', items = [] }) => [
      link,
      [
        { text, items: items.map((item) => ({ ...item, collapsed: false })) },
        { text: 'Packages', items: [...packages, { text: 'HTTP API', link: '/reference/http' }] },
      ],
    ]),
  );
}

/** Pages of another language, and the English ones that they link to. */
function translatedSidebar(locale: Locale): Item[] {
  const { folder, sidebar } = locale;
  return [
    {
      text: sidebar.guides,
      items: pagesIn(posix.join(folder, 'guides'), ['crawler-author.md', 'site-owner.md', 'seo.md']),
    },
    {
      text: sidebar.english,
      items: [
        { text: sidebar.playground, link: '/playground' },
        { text: sidebar.command, link: '/cli' },
        { text: sidebar.rules, link: '/commands/lint#codes' },
        { text: sidebar.library, link: '/library' },
        { text: sidebar.crawlers, link: '/crawlers' },
        { text: sidebar.service, link: '/service' },
      ],
    },
  ];
}

/** Returns the address on the forge of a file outside the site; the link itself if it stays within the site. */
function forgeLink(page: string, href: string): string {
  if (/^(?:[a-z]+:|[#/])/.test(href)) return href;
  const path = posix.join('docs', posix.dirname(page), href);
  const isPage = path.startsWith('docs/') && !path.startsWith('docs/deploy/');
  return isPage ? href : `${homepage}/blob/main/${path}`;
}

/** Language of a page, by its path. */
const localeOf = (page: string) => LOCALES.find(({ folder }) => folder !== '' && page.startsWith(`${folder}/`)) ?? LOCALES[0];

export default defineConfig({
  title: 'repkit',
  description: 'A complete toolkit for robots.txt',
  base: BASE,
  lastUpdated: false,
  cleanUrls: false,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${BASE}icon.svg` }]],
  locales: Object.fromEntries(
    LOCALES.map((locale) => [
      locale.folder === '' ? 'root' : locale.folder,
      {
        label: locale.label,
        lang: locale.lang,
        description: locale.description,
        themeConfig: {
          ...locale.theme,
          sidebar: locale.folder === '' ? { '/': englishSidebar, ...librarySidebars() } : translatedSidebar(locale),
        },
      },
    ]),
  ),
  themeConfig: {
    // Runs in the browser, so it uses only its arguments.
    i18nRouting: (_data, route, target) => {
      const { relativePath, frontmatter } = route.data;
      const page = relativePath.replace(/^(?:ja|tr)\//, '').replace(/(?:index)?\.md$/, '');
      const folder = target === 'root' ? '/' : `/${target}/`;
      return frontmatter.languages?.includes(target) ? folder + page : folder;
    },
    logo: '/icon.svg',
    outline: { level: [2, 3] },
    socialLinks: [{ icon: 'github', link: homepage }],
    search: {
      provider: 'local',
      options: {
        miniSearch: { options: { tokenize }, searchOptions: { boostDocument } },
        locales: Object.fromEntries(
          LOCALES.flatMap(({ folder, search }) => (search ? [[folder, { translations: search }]] : [])),
        ),
      },
    },
  },
  markdown: {
    // The anchors of GitHub, so that links work in both places.
    anchor: {
      slugify: (heading) =>
        heading
          .toLowerCase()
          .replaceAll(/[^\p{L}\p{N}\- _]/gu, '')
          .replaceAll(' ', '-'),
    },
    languages: grammars as never,

    config(md) {
      const { fence: renderFence, link_open: renderLink } = md.renderer.rules;
      if (renderFence === undefined || renderLink === undefined) throw new Error('VitePress has other renderers.');
      md.renderer.rules.fence = (tokens, index, options, env, self) => {
        const { info = '', content = '' } = tokens[index] ?? {};
        const block = renderFence(tokens, index, options, env, self);
        if (!/^robots\b/.test(info)) return block;
        const text = localeOf(env.relativePath)?.openInTester;
        return `${block}<p class="open-in-tester"><a href="${BASE}tester/${testerFragment(content)}" target="_blank">${text}</a></p>`;
      };
      md.renderer.rules.link_open = (tokens, index, options, env, self) => {
        const token = tokens[index];
        token?.attrSet('href', forgeLink(env.relativePath, token.attrGet('href') ?? ''));
        return renderLink(tokens, index, options, env, self);
      };
    },
  },
  // The search index is loaded when the search is opened.
  vite: { build: { chunkSizeWarningLimit: 4096 } },
  transformPageData(page) {
    const path = page.relativePath.replace(/^(?:ja|tr)\//, '');
    page.frontmatter.languages = LOCALES.map(({ folder }) => folder)
      .filter((folder) => existsSync(join(DOCS, folder, path)))
      .map((folder) => folder || 'root');
    if (page.frontmatter.layout === 'home') return;
    page.description = summaryOf(textOf(page.filePath));
  },
  /** Writes llms.txt (llmstxt.org), and each page as Markdown next to its HTML. */
  buildEnd({ outDir, pages }) {
    for (const page of pages) {
      const markdown = textOf(page).replaceAll(/\]\((\.\.?\/[^)\s]*)/g, (_, href) => `](${forgeLink(page, href)}`);
      writeFileSync(join(outDir, page), markdown);
    }
    const line = ({ text = '', link = '' }: Item): string => {
      const page = `${link.replace(/^\//, '').replace(/\/$/, '/index').replace(/\.md$/, '')}.md`;
      const summary = summaryOf(textOf(page));
      return `- [${text}](${BASE}${page})${summary === '' ? '' : `: ${summary}`}`;
    };
    const sections = englishSidebar.map(({ text, items = [] }) => {
      const lines = items.filter(({ link }) => link !== undefined).map(line);
      return `## ${text}\n\n${lines.join('\n')}\n`;
    });
    const intro = summaryOf(textOf('../README.md'));
    writeFileSync(join(outDir, 'llms.txt'), `# repkit\n\n> ${intro}\n\n${sections.join('\n')}`);
  },
});
