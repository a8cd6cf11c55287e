// API key requests; keys begin with 'users'.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import type { ListQuery } from '../../../kit/list/declare.ts';
import type { Schema } from '../../../api/types.ts';

const path = '/api/core/user';

export type ApiKey = Schema<'KeyItem'>;

/** `id` is the client_id, `apiKey` the client_secret, returned once. */
export type NewKey = Schema<'NewKey'>;

export const keysKey = ['users', 'keys'] as const;

/** Keys of one user, or all visible. */
export const fetchKeys = (query: ListQuery, signal: AbortSignal) =>
  api.get(`${path}/getapikeys`, query, { signal });

/** Permissions a key can be limited to. */
export const keyChoiceQuery = (userId: number) =>
  queryOptions({
    queryKey: [...keysKey, 'choice', userId],
    queryFn: ({ signal }) => api.get(`${path}/getapikeyforedit`, { userId }, { signal }),
  });

export const createKey = (key: Schema<'KeyFor'>) => api.post(`${path}/CreateAPIKey`, key);
export const deleteKey = (id: number) => api.del(`${path}/DeleteAPIKey`, { id });
