// User queries shared by areas; all keys begin with 'users'.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { ListSearch } from '../list-query.ts';
import { holds } from '../odata.ts';
import type { User } from './model.ts';

const path = '/api/core/user';
export const usersKey = ['users'] as const;

/** By name, user name, email address or telephone number; a number also by id. */
export const userSearch: ListSearch = {
  fields: ['fullName', 'userName', 'emailAddress', 'phoneNumber'],
  number: 'id',
};

export const findUsers = async (text: string, signal: AbortSignal): Promise<User[]> =>
  (
    await api.get(
      `${path}/getusers`,
      { filter: holds(userSearch, text), sorting: 'surname, name, id', maxResultCount: 20 },
      { signal },
    )
  ).items;

/** Without an id, the form of a new user, of the customer if given. */
export const userQuery = (id: number | null, customerId?: number) =>
  queryOptions({
    queryKey: [...usersKey, 'edit', id, customerId ?? null],
    queryFn: ({ signal }) => api.get(`${path}/getuserforedit`, { id, customerId }, { signal }),
  });
