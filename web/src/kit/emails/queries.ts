// Queries of the emails about a record.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

const EMAIL = '/api/core/email';
/** Emails shown of a record. */
const MAX_SHOWN = 20;
const REFRESH_MS = 3000;

export const emailsKey = ['emails'] as const;

/** Reloads while an email is queued. */
export const emailsQuery = (recordType: string, recordId: number) =>
  queryOptions({
    queryKey: [...emailsKey, recordType, recordId],
    queryFn: async ({ signal }) =>
      (
        await api.get(
          `${EMAIL}/getemails`,
          { recordType, recordId, sorting: 'id desc', maxResultCount: MAX_SHOWN },
          { signal },
        )
      ).items,
    refetchInterval: ({ state }) =>
      state.data?.some((email) => email.state === 'Queued') ? REFRESH_MS : false,
  });

export const sendAgain = (id: number) => api.post(`${EMAIL}/sendagain`, { id });
