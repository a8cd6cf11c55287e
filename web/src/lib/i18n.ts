// Language of the page: the user's, else the browser's; texts other than English load from the
// server.
import { useEffect } from 'react';
import { currentSpeech, inEnglish, speak, type Direction, type Translate } from '@waybill/plugin';

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
/** A page in English at once is better than a page in the right language that never comes. */
const LANGUAGE_TIMEOUT = 2500;

const parent = (name: string) => name.split('-')[0]?.toLowerCase() ?? ENGLISH;

export const directionOf = (name: string): Direction =>
  RIGHT_TO_LEFT.has(parent(name)) ? 'rtl' : 'ltr';

/**
 * Texts with their values and plural forms, by i18next, which is fetched with the first language
 * that needs it.
 */
export async function translator(name: string, texts: Texts): Promise<Translate> {
  const { createInstance } = await import('i18next');
  const i18n = createInstance();
  // The keys are sentences: no dot or colon in them means anything.
  await i18n.init({
    lng: name,
    fallbackLng: false,
    resources: { [name]: { translation: texts } },
    keySeparator: false,
    nsSeparator: false,
    returnEmptyString: false,
    interpolation: { escapeValue: false, prefix: '{', suffix: '}' },
  });
  return (text, values, one) => {
    if (values && one !== undefined)
      return i18n.t(text, { ...values, defaultValue_one: one, defaultValue_other: text });
    return texts[text] ? i18n.t(text, { ...values }) : inEnglish(text, values);
  };
}

/** Last requested language; later responses for others are dropped. */
let requestedLanguage = '';

interface Answer {
  /** Actual language: a tenant without de-AT returns de or its default. */
  language: string;
  texts: Texts;
}

/** Raw fetch: runs before the API client, also for guests. */
async function fetchTexts(name: string): Promise<Answer | null> {
  try {
    const response = await fetch(
      `/api/core/language/texts${name ? `?name=${encodeURIComponent(name)}` : ''}`,
      { credentials: 'same-origin', headers: { accept: 'application/json' } },
    );
    // Read in any case: an answer left unread keeps its connection.
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
 * Switches the language. Returns false, unchanged, if the server would return another; no name
 * means the tenant's default.
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

/** Someone chose: the page follows, and this device remembers. */
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

/**
 * At the start of the page. English speakers do not wait for it; others wait a moment rather than
 * read twice.
 */
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
