// Language of the page: the user's, else the browser's; texts other than English load from the
// server.
import { useEffect } from 'react';
import {
  currentSpeech,
  fillIn,
  inEnglish,
  speak,
  type Direction,
  type Translate,
} from '@waybill/plugin';

export { msg, t, useSpeech, useT, type Translate } from '@waybill/plugin';

export type Texts = Record<string, string>;

const KEY = 'waybill.language';
const ENGLISH = 'en';
/** Scripts that run from right to left, by the languages that are written in them. */
const RIGHT_TO_LEFT = new Set([
  'ar',
  'arc',
  'ckb',
  'dv',
  'fa',
  'he',
  'ks',
  'ps',
  'sd',
  'ug',
  'ur',
  'yi',
]);
/** English at once is better than an endless wait. */
const LANGUAGE_TIMEOUT = 2500;

const parent = (name: string) => name.split('-')[0]?.toLowerCase() ?? ENGLISH;

export const directionOf = (name: string): Direction =>
  RIGHT_TO_LEFT.has(parent(name)) ? 'rtl' : 'ltr';

/** Translates by i18next, fetched with the first other language. */
export async function translator(name: string, texts: Texts): Promise<Translate> {
  const { createInstance } = await import('i18next');
  const i18n = createInstance();
  // Keys are sentences with dots and colons.
  await i18n.init({
    lng: name,
    fallbackLng: false,
    resources: { [name]: { translation: texts } },
    keySeparator: false,
    nsSeparator: false,
    returnEmptyString: false,
  });
  return (text, values, one) => {
    const isCount = values !== undefined && one !== undefined;
    if (!isCount && !texts[text]) return inEnglish(text, values);
    const chosen = i18n.t(text, {
      ...(typeof values?.count === 'number' ? { count: values.count } : {}),
      ...(isCount ? { defaultValue_one: one, defaultValue_other: text } : {}),
      skipInterpolation: true,
    });
    return values ? fillIn(name, chosen, values, directionOf(name)) : chosen;
  };
}

/** Last requested language; later responses for others are dropped. */
let requestedLanguage = '';

export interface LoadedTexts {
  /** Actual language: a tenant without de-AT returns de or its default. */
  language: string;
  texts: Texts;
}

/** Raw fetch: runs before the API client, also for guests. */
export async function fetchTexts(name: string): Promise<LoadedTexts | null> {
  try {
    const response = await fetch(
      `/api/core/language/texts${name ? `?name=${encodeURIComponent(name)}` : ''}`,
      { credentials: 'same-origin', headers: { accept: 'application/json' } },
    );
    // An unread answer keeps its connection.
    const texts: unknown = await response.json();
    if (!response.ok) return null;
    return {
      language: response.headers.get('content-language')?.split(',')[0]?.trim() || name || ENGLISH,
      texts: texts as Texts,
    };
  } catch {
    return null;
  }
}

/**
 * Switches the language (no name: the tenant's default). False, unchanged, if the server would
 * return another.
 */
export async function speakLanguage(name: string): Promise<boolean> {
  requestedLanguage = name;
  const answer = await fetchTexts(name);
  if (!answer || (name && parent(answer.language) !== parent(name))) return false;
  const language = name || answer.language;
  // Only texts that differ from their English key are sent.
  const say =
    Object.keys(answer.texts).length > 0 ? await translator(language, answer.texts) : inEnglish;
  if (requestedLanguage !== name) return true;
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
  speak({ language, direction: directionOf(language), t: say });
  return true;
}

export function rememberedLanguage(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Sets the user's choice and remembers it on this device. */
export async function setLanguage(name: string): Promise<void> {
  try {
    localStorage.setItem(KEY, name);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  await speakLanguage(name);
}

/** Languages to try: remembered, browser, tenant default. */
export const candidates = (remembered: string | null, browser: readonly string[]): string[] => [
  ...new Set([...(remembered ? [remembered] : []), ...browser, '']),
];

/** English speakers do not wait; others wait a moment rather than read twice. */
export async function startLanguage(): Promise<void> {
  const names = candidates(rememberedLanguage(), navigator.languages);
  const settle = (async () => {
    for (const name of names) if (await speakLanguage(name)) return;
  })();
  if (parent(names[0] ?? ENGLISH) === ENGLISH) return;
  await Promise.race([settle, new Promise((resolve) => setTimeout(resolve, LANGUAGE_TIMEOUT))]);
}

/** Applies the user's language on sign-in, if set. */
export function useLanguageOf(language: string | null | undefined): void {
  useEffect(() => {
    if (language && language !== currentSpeech().language) void setLanguage(language);
  }, [language]);
}
