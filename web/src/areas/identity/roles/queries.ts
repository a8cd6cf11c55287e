// What the screens of roles ask the server, as query options; every key begins with 'roles'.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type Page } from '../../../api/client.ts';
import type { components } from '../../../api/schema.ts';
import type { Role } from './model.ts';
import type { Permission } from './permission-tree.ts';
import { roleListQuery, type RoleSearch } from './search.ts';

const path = '/api/core/role';
export const rolesKey = ['roles'] as const;

/** The tenant's own roles, or those of one customer. */
export const rolesQuery = (search: RoleSearch) => {
  const query = roleListQuery(search);
  const call = search.customer ? 'getcustomerroles' : 'getroles';
  return queryOptions({
    queryKey: [...rolesKey, 'list', call, query],
    queryFn: ({ signal }) => api.get<Page<Role & { id: number }>>(`${path}/${call}`, query, { signal }),
    placeholderData: keepPreviousData,
  });
};

/** All roles there are, for lists to choose from. */
export const allRolesQuery = queryOptions({
  queryKey: [...rolesKey, 'all'],
  queryFn: ({ signal }) => api.get<Page<Role & { id: number }>>(`${path}/getroles`, { sorting: 'displayName, id', maxResultCount: 1000 }, { signal }),
  staleTime: 60_000,
});

export type RoleForEdit = components['schemas']['RoleForEdit'];

/** Without an id it is the form of a new role. */
export const roleQuery = (id: number | null, customerId?: number) =>
  queryOptions({
    queryKey: [...rolesKey, 'edit', id, customerId],
    queryFn: ({ signal }) => api.get<RoleForEdit>(`${path}/getroleforedit`, { id, customerId }, { signal }),
  });

export const saveRole = (role: components['schemas']['RoleInput'], grantedPermissionNames?: string[]) =>
  api.post<{ role: Role & { id: number } }>(`${path}/createorupdaterole`, { role, ...(grantedPermissionNames ? { grantedPermissionNames } : {}) });

export const deleteRole = (id: number) => api.del(`${path}/deleterole`, { id });

/** Every permission a user of the tenant can hold, in the order of the tree. */
export const permissionsQuery = queryOptions({
  queryKey: [...rolesKey, 'permissions'],
  queryFn: async ({ signal }) => (await api.get<Page<Permission>>('/api/core/permission/getallpermissions', undefined, { signal })).items,
  staleTime: Infinity,
});
