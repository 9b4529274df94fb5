/** The texts of the Live site view in all languages. They are loaded with the view. */
import { type LiveTexts, liveEn } from '../messages/live-en.js';
import { liveJa } from '../messages/live-ja.js';
import { liveTr } from '../messages/live-tr.js';
import type { Language } from '../messages/messages.js';
import { useSelected } from '../state/app-context.js';

export const LIVE_TEXTS: Readonly<Record<Language, LiveTexts>> = {
  en: liveEn,
  ja: liveJa,
  tr: liveTr,
};

export function useLiveTexts(): LiveTexts {
  return LIVE_TEXTS[useSelected((state) => state.language)];
}
