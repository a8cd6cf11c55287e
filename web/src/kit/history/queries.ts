// The changes of one record, as the audit log keeps them.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { quoted } from '../../lib/odata.ts';

export const AUDIT_PERMISSION = 'Pages.Administration.AuditLogs';
export const changesPerPage = 25;

export const recordChangesQuery = (entityType: string, entityId: number, skip: number) =>
  queryOptions({
    queryKey: ['audit', 'of', entityType, entityId, skip],
    queryFn: ({ signal }) =>
      api.get(
        '/api/core/auditlog/getentitychanges',
        {
          filter: `entityType eq ${quoted(entityType)} and entityId eq ${entityId}`,
          maxResultCount: changesPerPage,
          skipCount: skip,
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
