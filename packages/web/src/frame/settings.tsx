/** How the file is read, and how the page looks. */
import { type DialectName, dialects } from '@repkit/core';
import { useState } from 'preact/hooks';
import { LANGUAGES, type Language } from '../messages/messages.js';
import { useApp, useSelected } from '../state/app-context.js';
import { Choice } from './choice.js';
import { applyTheme, rememberedTheme, rememberTheme, THEMES } from './theme.js';

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
        options={dialectNames.map((name) => [name, messages.dialectName[name]])}
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
