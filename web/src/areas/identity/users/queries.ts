// What the screens of users ask the server, as query options, and the changes they make; every key begins with 'users'.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type Page } from '../../../api/client.ts';
import type { components } from '../../../api/schema.ts';
import type { User, UserForEdit, UserPermissions } from './model.ts';
import { textFilter, userListQuery, type UserSearch } from './search.ts';

const path = '/api/core/user';
export const usersKey = ['users'] as const;

export const usersQuery = (search: UserSearch, isTenant: boolean) => {
  const query = userListQuery(search, isTenant);
  return queryOptions({
    queryKey: [...usersKey, 'list', query],
    queryFn: ({ signal }) => api.get<Page<User>>(`${path}/getusers`, query, { signal }),
    placeholderData: keepPreviousData,
  });
};

/** The whole filtered list as a file. */
export function exportOf(search: UserSearch, isTenant: boolean) {
  const { maxResultCount: _, skipCount: __, ...query } = userListQuery(search, isTenant);
  return [`${path}/GetUsersForExcel`, query] as const;
}

/** People by name, user name or e-mail address, for pickers. */
export const findUsers = async (text: string, signal: AbortSignal): Promise<User[]> =>
  (await api.get<Page<User>>(`${path}/getusers`, { filter: textFilter(text), sorting: 'surname, name, id', maxResultCount: 20 }, { signal })).items;

/** Without an id it is the form of a new user, of the customer if one is given. */
export const userQuery = (id: number | null, customerId?: number) =>
  queryOptions({
    queryKey: [...usersKey, 'edit', id, customerId ?? null],
    queryFn: ({ signal }) => api.get<UserForEdit>(`${path}/getuserforedit`, { id, customerId }, { signal }),
  });

export type SentUser = components['schemas']['SaveUser'];

export const saveUser = (sent: SentUser) => api.post<{ id: number }>(`${path}/createorupdateuser`, sent);
export const deleteUser = (id: number) => api.del(`${path}/DeleteUser`, { id });
export const unlockUser = (id: number) => api.post(`${path}/UnlockUser`, { id });

export const userPermissionsQuery = (id: number) =>
  queryOptions({
    queryKey: [...usersKey, 'permissions', id],
    queryFn: ({ signal }) => api.get<UserPermissions>(`${path}/GetUserPermissionsForEdit`, { id }, { signal }),
  });

export const saveUserPermissions = (id: number, grantedPermissionNames: string[], rowVersion: UserPermissions['rowVersion']) =>
  api.put(`${path}/updateUserPermissions`, { id, grantedPermissionNames, rowVersion });

/** Where a user's picture is shown from; the file's number makes a new one appear at once. */
export const pictureAddress = (userId: number, pictureId: number): string => `/api/core/profile/getprofilepicture?userId=${userId}&picture=${pictureId}`;
