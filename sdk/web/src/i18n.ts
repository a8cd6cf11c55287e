// Localised texts: English is the key; the host has translations.
import { useSyncExternalStore } from 'react';
import { numberFormat } from './intl.ts';

export type TextValues = Record<string, string | number>;

/**
 * Translates a text and fills in each `{name}`. With `count`, the last argument is the wording for
 * one: `t('{count} bookings', { count }, '{count} booking')`. `count` is a number, which is written
 * with the language's separators.
 */
export type Translate = (text: string, values?: TextValues, one?: string) => string;

export type Direction = 'ltr' | 'rtl';

export interface Speech {
  /** Such as `en` or `de-AT`. */
  language: string;
  direction: Direction;
  t: Translate;
}

/** Isolated from the text around it, in its own direction. */
export const isolated = (text: string): string => (text ? `\u2068${text}\u2069` : text);

/**
 * Fills in each `{name}`; a `count` has the separators and Latin digits of the language. In a text
 * from right to left each value keeps its own direction.
 */
export const fillIn = (
  language: string,
  text: string,
  values: TextValues,
  direction: Direction = 'ltr',
): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name];
    if (name === 'count' && typeof value === 'number')
      return numberFormat(`${language}-u-nu-latn`, {}).format(value);
    if (!(name in values)) return placeholder;
    return direction === 'rtl' ? isolated(String(value)) : String(value);
  });

/** The English text with its values. */
export const inEnglish: Translate = (text, values, one) => {
  const chosen = one !== undefined && values?.count === 1 ? one : text;
  return values ? fillIn('en', chosen, values) : chosen;
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

/** Texts for a component; rerenders on language changes. */
export const useT = (): Translate => useSpeech().t;

/** Texts outside components. */
export const t: Translate = (text, values, one) => speech.t(text, values, one);

/** Marks a text for translation by `t` on display. */
export const msg = (text: string): string => text;
