// Readers of other languages, whose numbers have other signs.
import { inEnglish, speak } from '@waybill/plugin';

export const readerOf = (language: string): void =>
  speak({ language, direction: language === 'ar' ? 'rtl' : 'ltr', t: inEnglish });

/** Runs as a reader of the language; then the reader is English again. */
export function inLanguage<T>(language: string, run: () => T): T {
  readerOf(language);
  try {
    return run();
  } finally {
    readerOf('en');
  }
}
