// What the screen of organisation units asks the server, and what it changes; every key begins with 'units'.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type Page } from '../../../api/client.ts';
import { textFilter } from '../users/search.ts';
import type { Member, Unit } from './model.ts';

const path = '/api/core/organizationunit';
export const unitsKey = ['units'] as const;
export const membersPerPage = 25;

export const unitsQuery = queryOptions({
  queryKey: [...unitsKey, 'tree'],
  queryFn: async ({ signal }) => (await api.get<Page<Unit>>(`${path}/getorganizationunits`, undefined, { signal })).items,
});

export const membersQuery = (id: number, text: string, skip: number) =>
  queryOptions({
    queryKey: [...unitsKey, 'members', id, text, skip],
    queryFn: ({ signal }) =>
      api.get<Page<Member>>(`${path}/getorganizationunitusers`, { id, filter: text ? textFilter(text) : undefined, sorting: 'surname, name, id', maxResultCount: membersPerPage, skipCount: skip }, { signal }),
    placeholderData: keepPreviousData,
  });

export const createUnit = (parentId: number | null, displayName: string) => api.post<Unit>(`${path}/createorganizationunit`, { parentId, displayName });
export const renameUnit = (unit: Unit, displayName: string) => api.put<Unit>(`${path}/updateorganizationunit`, { id: unit.id, displayName, rowVersion: unit.rowVersion });
export const moveUnit = (id: number, newParentId: number | null) => api.post<Unit>(`${path}/moveorganizationunit`, { id, newParentId });
export const deleteUnit = (id: number) => api.del(`${path}/deleteorganizationunit`, { id });
export const addMembers = (organizationUnitId: number, userIds: number[]) => api.post(`${path}/adduserstoorganizationunit`, { userIds, organizationUnitId });
export const removeMember = (organizationUnitId: number, userId: number) => api.del(`${path}/removeuserfromorganizationunit`, { userId, organizationUnitId });
