// Audit queries; keys begin with 'audit'.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { ListQuery } from '../../kit/list/declare.ts';

const path = '/api/core/auditlog';

export const fetchEntries = (query: ListQuery, signal: AbortSignal) =>
  api.get(`${path}/getentitychanges`, query, { signal });

export const entityTypesQuery = queryOptions({
  queryKey: ['audit', 'types'],
  queryFn: ({ signal }) => api.get(`${path}/getentitytypes`, undefined, { signal }),
});
