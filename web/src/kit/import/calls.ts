// The calls of an import of a table, and what they answer.
import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '@waybill/plugin';
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';

/** How a file is imported: only looked at, or stored, and that perhaps while the person goes on. */
export interface ImportHow {
  dryRun: boolean;
  inBackground?: boolean;
}

export type ImportedTable = Schema<'ImportedTable'>;
export type JobId = Schema<'JobId'>;
/** What has come of it, by lines. */
export type Outcome = Pick<ImportedTable, 'inserted' | 'updated' | 'refused'>;

/** How far an import in the background is. */
export interface ImportStatus {
  state: Schema<'JobState'>;
  hasEnded: boolean;
  done: number;
  total: number;
  /** Rows are stored part by part: this is what is stored so far, however it ended. */
  outcome: Outcome;
  /** Why it stopped before its end. */
  failure: string | null;
}

const NOTHING: Outcome = { inserted: 0, updated: 0, refused: 0 };

function importStatus({ state, done, total, sentence, result }: Schema<'OneWatchedJob'>): ImportStatus {
  return {
    state,
    hasEnded: state !== 'waiting' && state !== 'running',
    done: done ?? 0,
    total: total ?? 0,
    // It is the answer of the call that began it.
    outcome: { ...NOTHING, ...(result as Partial<Outcome> | null) },
    failure: state === 'dead' ? sentence : null,
  };
}

/** An answer that asking again will not change: it is not known, not permitted, or nobody is signed in. */
export const isFinal = (error: unknown): boolean => error instanceof ApiError && [401, 403, 404].includes(error.status);

export const importStatusQuery = (id: JobId) =>
  queryOptions({
    queryKey: ['imports', id],
    queryFn: async ({ signal }) => importStatus(await api.get('/api/core/jobs/getjob', { id }, { signal })),
    // Whoever follows it asks again by itself, also after a lost connection.
    retry: false,
    networkMode: 'always',
    staleTime: Infinity,
  });

export const cancelImport = (id: JobId) => api.post('/api/core/jobs/canceljob', { id });
