// Language queries; keys begin with 'languages'.
import { api } from '../../api/client.ts';
import type { Language } from '../../shell/languages.ts';
import type { ListQuery } from '../../kit/list/declare.ts';
import type { Schema } from '../../api/types.ts';

export const LANGUAGES_PERMISSION = 'Pages.Administration.Languages';
export const TEXTS_PERMISSION = 'Pages.Administration.Languages.ChangeTexts';
export const SOURCE = 'Waybill';

export type LanguageText = Schema<'TextPair'>;

/** `targetValueFilter` selects untranslated texts. */
export const fetchTexts = (language: string, query: ListQuery, signal: AbortSignal) =>
  api.get(
    '/api/core/language/getlanguagetexts',
    {
      sourceName: SOURCE,
      baseLanguageName: 'en',
      targetLanguageName: language,
      targetValueFilter: 'ALL',
      ...query,
    },
    { signal },
  );

export const saveText = (languageName: string, key: string, value: string) =>
  api.put('/api/core/language/updateLanguageTexts', {
    languageName,
    sourceName: SOURCE,
    key,
    value,
  });

export type LanguageDraft = Pick<Language, 'name' | 'displayName'> & Partial<Language>;
export const saveLanguage = (language: Schema<'LanguageForm'>) =>
  api.post('/api/core/language/createorupdatelanguage', { language });
export const deleteLanguage = (id: number) => api.del('/api/core/language/deletelanguage', { id });

export type ImportAnswer = Schema<'Imported'>;

export function importTexts(languageName: string, file: File): Promise<ImportAnswer> {
  const form = new FormData();
  form.append('languageName', languageName);
  form.append('file', file);
  return api.upload('/api/core/language/importLanguageTexts', form);
}
