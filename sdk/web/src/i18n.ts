// Texts in the reader's language: the English words are the key, and the host brings the words of
// other languages.
import { useSyncExternalStore } from 'react';

export type TextValues = Record<string, string | number>;

/**
 * The text in the reader's language. `{name}` in it is replaced by the value of that name. A text
 * that counts has `count` among its values, and its wording for exactly one as the last argument:
 * `t('{count} bookings', { count }, '{count} booking')`.
 */
export type Translate = (text: string, values?: TextValues, one?: string) => string;

export type Direction = 'ltr' | 'rtl';

export interface Speech {
  /** The language's name, such as `en` or `de-AT`. */
  language: string;
  direction: Direction;
  t: Translate;
}

/** The English text itself, with its values put in. */
export const inEnglish: Translate = (text, values, one) => {
  const chosen = one !== undefined && values?.count === 1 ? one : text;
  return values
    ? chosen.replace(/\{(\w+)\}/g, (whole, name: string) =>
        name in values ? String(values[name]) : whole,
      )
    : chosen;
};

let speech: Speech = { language: 'en', direction: 'ltr', t: inEnglish };
const listeners = new Set<() => void>();

/** For the host: sets the language. */
export function speak(next: Speech): void {
  speech = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const currentSpeech = (): Speech => speech;
export const useSpeech = (): Speech => useSyncExternalStore(subscribe, currentSpeech);

/** The texts for a component, which renders anew when the language changes. */
export const useT = (): Translate => useSpeech().t;

/** The texts outside components: for notices and errors that are made when they are needed. */
export const t: Translate = (text, values, one) => speech.t(text, values, one);

/** Marks a text for translation by `t` on display. */
export const msg = (text: string): string => text;
