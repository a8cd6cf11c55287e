// What the screens of API keys ask the server, and what they change; every key of the cache begins with 'users'.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type Page } from '../../../api/client.ts';
import type { components } from '../../../api/schema.ts';

const path = '/api/core/user';

export type ApiKey = components['schemas']['KeyItem'];

export const keysPerPage = 25;

/** Told once, when the key is made: `id` is the client_id and `apiKey` the client_secret. */
export type NewKey = components['schemas']['NewKey'];

/** The keys of one user, or of everyone the caller may see. */
export const keysQuery = (userId: number | null, skip: number) =>
  queryOptions({
    queryKey: ['users', 'keys', userId, skip],
    queryFn: ({ signal }) => api.get<Page<ApiKey>>(`${path}/getapikeys`, { userId, sorting: 'creationTime desc, id', maxResultCount: keysPerPage, skipCount: skip }, { signal }),
    placeholderData: keepPreviousData,
  });

export const createKey = (userId: number) => api.post<NewKey>(`${path}/CreateAPIKey`, { userId });
export const deleteKey = (id: number) => api.del(`${path}/DeleteAPIKey`, { id });
