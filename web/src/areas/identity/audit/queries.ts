// What the audit log reads from the server; every key begins with 'audit'.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type Page } from '../../../api/client.ts';
import type { AuditEntry } from './model.ts';
import { auditListQuery, type AuditSearch } from './search.ts';

const path = '/api/core/auditlog';

export const entriesQuery = (search: AuditSearch, startOfDay: (day: string) => string) => {
  const query = auditListQuery(search, startOfDay);
  return queryOptions({
    queryKey: ['audit', 'entries', query],
    queryFn: ({ signal }) => api.get<Page<AuditEntry>>(`${path}/getentitychanges`, query, { signal }),
    placeholderData: keepPreviousData,
  });
};

export const entityTypesQuery = queryOptions({
  queryKey: ['audit', 'types'],
  queryFn: ({ signal }) => api.get<string[]>(`${path}/getentitytypes`, undefined, { signal }),
});
