// User queries; keys begin with 'users'.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import type { ListQuery } from '../../../kit/list/declare.ts';
import type { UserPermissions } from '../../../lib/people/model.ts';
import { usersKey } from '../../../lib/people/queries.ts';
import type { Schema } from '../../../api/types.ts';

const path = '/api/core/user';

export const fetchUsers = (query: ListQuery, signal: AbortSignal) =>
  api.get(`${path}/getusers`, query, { signal });

export type SentUser = Schema<'SaveUser'>;

export const saveUser = (sent: SentUser) => api.post(`${path}/createorupdateuser`, sent);
export const deleteUser = (id: number) => api.del(`${path}/DeleteUser`, { id });
export const unlockUser = (id: number) => api.post(`${path}/UnlockUser`, { id });

export const userPermissionsQuery = (id: number) =>
  queryOptions({
    queryKey: [...usersKey, 'permissions', id],
    queryFn: ({ signal }) => api.get(`${path}/GetUserPermissionsForEdit`, { id }, { signal }),
  });

export const saveUserPermissions = (
  id: number,
  grantedPermissionNames: string[],
  rowVersion: UserPermissions['rowVersion'],
) => api.put(`${path}/updateUserPermissions`, { id, grantedPermissionNames, rowVersion });

/** The file id avoids stale caches. */
export const pictureAddress = (userId: number, pictureId: number): string =>
  `/api/core/profile/getprofilepicture?userId=${userId}&picture=${pictureId}`;
