// Role queries; keys begin with 'roles'.
import { queryOptions } from '@tanstack/react-query';
import { api, type Page } from '../../../api/client.ts';
import type { ListQuery } from '../../../kit/list/declare.ts';
import { isStored, type ListedRole, type Role } from './model.ts';
import type { Schema } from '../../../api/types.ts';

const path = '/api/core/role';
export const rolesKey = ['roles'] as const;

const stored = (page: Page<Role>): Page<ListedRole> => ({
  ...page,
  items: page.items.filter(isStored),
});

/** The tenant's, or one customer's. */
export const fetchRoles = async (
  query: ListQuery,
  signal: AbortSignal,
): Promise<Page<ListedRole>> =>
  stored(
    typeof query['customerId'] === 'number'
      ? await api.get(
          `${path}/getcustomerroles`,
          { ...query, customerId: query['customerId'] },
          { signal },
        )
      : await api.get(`${path}/getroles`, query, { signal }),
  );

/** All roles, for choices. */
export const allRolesQuery = queryOptions({
  queryKey: [...rolesKey, 'all'],
  queryFn: async ({ signal }) =>
    stored(
      await api.get(
        `${path}/getroles`,
        { sorting: 'displayName, id', maxResultCount: 1000 },
        { signal },
      ),
    ),
  staleTime: 60_000,
});

export type RoleForEdit = Schema<'RoleForEdit'>;

/** No id: a new role's form. */
export const roleQuery = (id: number | null, customerId?: number) =>
  queryOptions({
    queryKey: [...rolesKey, 'edit', id, customerId],
    queryFn: ({ signal }) => api.get(`${path}/getroleforedit`, { id, customerId }, { signal }),
  });

export const saveRole = (role: Schema<'RoleInput'>, grantedPermissionNames?: string[]) =>
  api.post(`${path}/createorupdaterole`, {
    role,
    ...(grantedPermissionNames ? { grantedPermissionNames } : {}),
  });

export const deleteRole = (id: number) => api.del(`${path}/deleterole`, { id });

/** Permissions in tree order. */
export const permissionsQuery = queryOptions({
  queryKey: [...rolesKey, 'permissions'],
  queryFn: async ({ signal }) =>
    (await api.get('/api/core/permission/getallpermissions', undefined, { signal })).items,
  staleTime: Infinity,
});
