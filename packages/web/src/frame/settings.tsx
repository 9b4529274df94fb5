/** Settings: dialect, language and theme. */
import { type DialectName, dialects } from '@repkit/core';
import { useState } from 'preact/hooks';
import { LANGUAGES, type Language } from '../messages/messages.js';
import { useApp, useSelected } from '../state/app-context.js';
import { Choice } from './choice.js';

export function Settings() {
  const { store, messages } = useApp();
  const language = useSelected((state) => state.language);
  const dialect = useSelected((state) => state.dialect);
  const [theme, setTheme] = useState(rememberedTheme);
  return (
    <div class="settings">
      <Choice
        label={messages.dialect}
        value={dialect}
        options={dialectNames.map((name) => [name, messages.specName[name]])}
        onChange={(name) => store.change({ dialect: name })}
      />
      <Choice
        label={messages.language}
        value={language}
        options={languages}
        onChange={(name) => store.change({ language: name })}
      />
      <Choice
        label={messages.theme}
        value={theme}
        options={THEMES.map((name) => [name, messages.themeName[name]])}
        onChange={(name) => {
          setTheme(name);
          applyTheme(name);
          rememberTheme(name);
        }}
      />
    </div>
  );
}

const dialectNames = Object.keys(dialects) as DialectName[];

const languages = Object.entries(LANGUAGES) as [Language, string][];

/** `auto` follows the system. The theme is stored in this browser. */
const THEMES = ['auto', 'light', 'dark'] as const;

export type Theme = (typeof THEMES)[number];

const KEY = 'repkit-theme';

export function rememberedTheme(): Theme {
  try {
    const theme = localStorage.getItem(KEY);
    return THEMES.find((name) => name === theme) ?? 'auto';
  } catch {
    // Browsers can deny access to storage.
    return 'auto';
  }
}

export function rememberTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Without storage the theme lasts until the page is closed.
  }
}

/** The style sheets define both themes with `light-dark()`, which follows `color-scheme`. */
export function applyTheme(theme: Theme): void {
  document.documentElement.style.colorScheme = theme === 'auto' ? '' : theme;
}
