// The tenant's languages as the server answers them; every key begins with 'languages'.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type Page } from '../../../api/client.ts';

export interface Language {
  id: number;
  /** A culture: `de`, `pt-BR`. */
  name: string;
  displayName: string;
  icon?: string | null;
  isDisabled: boolean;
  isRightToLeft: boolean;
  isDefault: boolean;
  isBuiltIn: boolean;
  rowVersion?: number | string;
}

export const languagesKey = ['languages'] as const;

export const languagesQuery = queryOptions({
  queryKey: [...languagesKey, 'list'],
  queryFn: ({ signal }) => api.get<{ items: Language[]; defaultLanguageName: string }>('/api/core/language/getlanguages', undefined, { signal, anonymous: true }),
});

export const LANGUAGES_PERMISSION = 'Pages.Administration.Languages';
export const TEXTS_PERMISSION = 'Pages.Administration.Languages.ChangeTexts';
export const SOURCE = 'Waybill';
export const TEXTS_PER_PAGE = 50;

export interface LanguageText {
  key: string;
  baseValue: string | null;
  /** Null when the language has no text of its own for it. */
  targetValue: string | null;
  /** The tenant's own words, not the product's. */
  isOwn: boolean;
}

export interface TextsSearch {
  q?: string;
  empty?: boolean;
  skip?: number;
}

/** Reads the address; what makes no sense is left out. */
export function parseTextsSearch(raw: Record<string, unknown>): TextsSearch {
  const q = raw.q === undefined || raw.q === null ? '' : String(raw.q).trim().slice(0, 200);
  const skip = Number(raw.skip);
  return { ...(q ? { q } : {}), ...(raw.empty === true || raw.empty === 'true' ? { empty: true } : {}), ...(Number.isSafeInteger(skip) && skip > 0 ? { skip } : {}) };
}

export const textsQuery = (language: string, search: TextsSearch) => {
  const query = {
    sourceName: SOURCE,
    baseLanguageName: 'en',
    targetLanguageName: language,
    targetValueFilter: search.empty ? 'EMPTY' : 'ALL',
    filterText: search.q ?? '',
    sorting: 'key',
    maxResultCount: TEXTS_PER_PAGE,
    skipCount: search.skip ?? 0,
  };
  return queryOptions({
    queryKey: [...languagesKey, 'texts', query],
    queryFn: ({ signal }) => api.get<Page<LanguageText>>('/api/core/language/getlanguagetexts', query, { signal }),
    placeholderData: keepPreviousData,
  });
};

export const saveText = (languageName: string, key: string, value: string) => api.put('/api/core/language/updateLanguageTexts', { languageName, sourceName: SOURCE, key, value });

export type LanguageDraft = Pick<Language, 'name' | 'displayName'> & Partial<Language>;
export const saveLanguage = (language: LanguageDraft) => api.post<{ language: Language }>('/api/core/language/createorupdatelanguage', { language });
export const deleteLanguage = (id: number) => api.del('/api/core/language/deletelanguage', { id });

export interface ImportAnswer {
  total: number;
  inserted: number;
  updated: number;
  unchanged: number;
  validationErrors: { index: number; errorInfo: string | { message?: string } }[];
}

export function importTexts(languageName: string, file: File): Promise<ImportAnswer> {
  const form = new FormData();
  form.append('languageName', languageName);
  form.append('file', file);
  return api.upload('/api/core/language/importLanguageTexts', form);
}
