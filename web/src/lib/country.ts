// Countries in the reader's language.

/** "Australia"; a code that is no country's stays, and nothing is a dash. */
export function countryText(code: string | null | undefined, language: string): string {
  if (!code) return '–';
  if (!/^[A-Za-z]{2}$/.test(code)) return code;
  return new Intl.DisplayNames([language], { type: 'region', fallback: 'code' }).of(code) ?? code;
}
