// Unit queries; keys begin with 'units'.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import type { ListQuery } from '../../../kit/list/declare.ts';
import type { Unit } from './model.ts';

const path = '/api/core/organizationunit';
export const unitsKey = ['units'] as const;

export const unitsQuery = queryOptions({
  queryKey: [...unitsKey, 'tree'],
  queryFn: async ({ signal }) =>
    (await api.get(`${path}/getorganizationunits`, undefined, { signal })).items,
});

export const fetchMembers = (query: ListQuery & { id: number }, signal: AbortSignal) =>
  api.get(`${path}/getorganizationunitusers`, query, { signal });

export const createUnit = (parentId: number | null, displayName: string) =>
  api.post(`${path}/createorganizationunit`, { parentId, displayName });
export const renameUnit = (unit: Unit, displayName: string) =>
  api.put(`${path}/updateorganizationunit`, {
    id: unit.id,
    displayName,
    rowVersion: unit.rowVersion,
  });
export const moveUnit = (id: number, newParentId: number | null) =>
  api.post(`${path}/moveorganizationunit`, { id, newParentId });
export const deleteUnit = (id: number) => api.del(`${path}/deleteorganizationunit`, { id });
export const addMembers = (organizationUnitId: number, userIds: number[]) =>
  api.post(`${path}/adduserstoorganizationunit`, { userIds, organizationUnitId });
export const removeMember = (organizationUnitId: number, userId: number) =>
  api.del(`${path}/removeuserfromorganizationunit`, { userId, organizationUnitId });
