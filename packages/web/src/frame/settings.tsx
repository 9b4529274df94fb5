/** Language and theme, which are stored in this browser. */
import { useState } from 'preact/hooks';
import { Choice } from '../controls/choice.js';
import { isLanguage, LANGUAGES, type Language } from '../messages/messages.js';
import { usePage } from '../state/page.js';
import { readStorage, writeStorage } from '../state/storage.js';

export function Settings() {
  const { state, messages } = usePage();
  const [theme, setTheme] = useState(rememberedTheme);
  return (
    <>
      <Choice
        label={messages.language}
        icon={
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <circle cx="10" cy="10" r="7.5" />
            <path d="M2.5 10h15M10 2.5c5 5 5 10 0 15M10 2.5c-5 5-5 10 0 15" />
          </svg>
        }
        value={state.language.value}
        options={languages}
        onChange={(name) => {
          state.language.value = name;
          writeStorage('localStorage', LANGUAGE_KEY, name);
        }}
      />
      <Choice
        label={messages.theme}
        icon={
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <circle cx="10" cy="10" r="7.5" />
            <path class="filled" d="M10 2.5a7.5 7.5 0 0 1 0 15z" />
          </svg>
        }
        value={theme}
        options={THEMES.map((name) => [name, messages.themeName[name]])}
        onChange={(name) => {
          setTheme(name);
          applyTheme(name);
          writeStorage('localStorage', THEME_KEY, name);
        }}
      />
    </>
  );
}

const languages = Object.entries(LANGUAGES) as [Language, string][];

/** `auto` follows the system. */
const THEMES = ['auto', 'light', 'dark'] as const;

export type Theme = (typeof THEMES)[number];

const THEME_KEY = 'repkit-theme';
const LANGUAGE_KEY = 'repkit-language';

export function rememberedTheme(): Theme {
  const theme = readStorage('localStorage', THEME_KEY);
  return THEMES.find((name) => name === theme) ?? 'auto';
}

/** The language chosen in this browser; undefined if none was chosen. */
export function rememberedLanguage(): Language | undefined {
  const language = readStorage('localStorage', LANGUAGE_KEY);
  return language !== null && isLanguage(language) ? language : undefined;
}

/** The style sheets define both themes with `light-dark()`, which follows `color-scheme`. */
export function applyTheme(theme: Theme): void {
  document.documentElement.style.colorScheme = theme === 'auto' ? '' : theme;
}
