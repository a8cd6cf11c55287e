// The languages that the application can be read in; the keys begin with 'languages'.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import type { Schema } from '../api/types.ts';

export type Language = Schema<'Language'>;

export const languagesKey = ['languages'] as const;

export const languagesQuery = queryOptions({
  queryKey: [...languagesKey, 'list'],
  queryFn: ({ signal }) =>
    api.get('/api/core/language/getlanguages', undefined, { signal, anonymous: true }),
});
