/** Settings: dialect, language and theme. */
import { type DialectName, dialects } from '@repkit/core';
import { useState } from 'preact/hooks';
import { Button } from '../controls/button.js';
import { Choice } from '../controls/choice.js';
import { isLanguage, LANGUAGES, type Language } from '../messages/messages.js';
import { usePage } from '../state/page.js';
import { change } from '../state/page-state.js';
import { readStorage, writeStorage } from '../state/storage.js';

/** In a menu on narrow screens. */
export function Settings() {
  const { state, messages } = usePage();
  const language = state.language.value;
  const dialect = state.dialect.value;
  const [theme, setTheme] = useState(rememberedTheme);
  const [isOpen, setOpen] = useState(false);
  return (
    <div class="settings-menu">
      <Button
        aria-expanded={isOpen}
        aria-controls="settings"
        onClick={() => setOpen(!isOpen)}
        onKeyDown={({ key }) => {
          if (key === 'Escape') setOpen(false);
        }}
      >
        {messages.settings}
      </Button>
      <div class={`settings row ${isOpen ? 'open' : ''}`} id="settings">
        <Choice
          label={messages.dialect}
          value={dialect ?? 'documented'}
          options={[
            ['documented', messages.documented],
            ...dialectNames.map((name) => [name, messages.specName[name]] as const),
          ]}
          onChange={(name) => change(state, { dialect: name === 'documented' ? undefined : name })}
        />
        <Choice
          label={messages.language}
          value={language}
          options={languages}
          onChange={(name) => {
            state.language.value = name;
            writeStorage('localStorage', LANGUAGE_KEY, name);
          }}
        />
        <Choice
          label={messages.theme}
          value={theme}
          options={THEMES.map((name) => [name, messages.themeName[name]])}
          onChange={(name) => {
            setTheme(name);
            applyTheme(name);
            writeStorage('localStorage', THEME_KEY, name);
          }}
        />
      </div>
    </div>
  );
}

const dialectNames = Object.keys(dialects) as DialectName[];

const languages = Object.entries(LANGUAGES) as [Language, string][];

/** `auto` follows the system. The theme is stored in this browser. */
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
