/** Light or dark: as the system has it, or as the reader chose, who is asked once in each browser. */
export const THEMES = ['auto', 'light', 'dark'] as const;

export type Theme = (typeof THEMES)[number];

const KEY = 'repkit-theme';

export function rememberedTheme(): Theme {
  try {
    const theme = localStorage.getItem(KEY);
    return THEMES.find((name) => name === theme) ?? 'auto';
  } catch {
    // A browser may refuse to keep anything.
    return 'auto';
  }
}

export function rememberTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // It then holds until the page is left.
  }
}

/** The style sheets have both colours of everything and follow `color-scheme`. */
export function applyTheme(theme: Theme): void {
  document.documentElement.style.colorScheme = theme === 'auto' ? '' : theme;
}
