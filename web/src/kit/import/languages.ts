// Names of columns in every language of the tenant.
import { queryOptions } from '@tanstack/react-query';
import { queryClient } from '../../api/query-client.ts';
import { fetchTexts, t } from '../../lib/i18n.ts';
import { languagesQuery } from '../../shell/languages.ts';
import { namesIn, type Names } from './matching.ts';

const HOUR = 3_600_000;

export const inThisLanguage: Names = namesIn([], (text) => t(text));

/** Languages that can't be loaded leave fewer headings recognised. */
async function namesInAllLanguages(): Promise<Names> {
  try {
    const { items } = await queryClient.fetchQuery({ ...languagesQuery, staleTime: HOUR });
    const loaded = await Promise.all(
      items.filter(({ isDisabled }) => !isDisabled).map(({ name }) => fetchTexts(name)),
    );
    return namesIn(
      loaded.flatMap((one) => (one ? [one.texts] : [])),
      (text) => t(text),
    );
  } catch {
    return inThisLanguage;
  }
}

export const languageNamesQuery = queryOptions({
  queryKey: ['languages', 'names'],
  queryFn: namesInAllLanguages,
  staleTime: HOUR,
});

export const inAllLanguages = (): Promise<Names> => queryClient.fetchQuery(languageNamesQuery);
