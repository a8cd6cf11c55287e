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

/** Names an import that goes on, null or left out when it was done at once. */
export type ImportedTable = Schema<'ImportedTable'> & { importToken?: string | null };

/** How far an import in the background is. */
export interface ImportStatus {
  isCompleted: boolean;
  done: number;
  total: number;
  inserted: number;
  updated: number;
  /** Why it ended with nothing stored. */
  failure: string | null;
  validationErrors: Schema<'RowError'>[];
}

interface ImportCalls {
  get(path: '/api/core/import/importstatus', query: { importToken: string }, options: { signal: AbortSignal }): Promise<ImportStatus>;
  post(path: '/api/core/import/cancelimport', body: { importToken: string }): Promise<unknown>;
}

// The API's document does not have the two calls: this is the one place that says their types.
const calls = api as unknown as ImportCalls;

/** An answer that asking again will not change: it is not known, not permitted, or nobody is signed in. */
export const isFinal = (error: unknown): boolean => error instanceof ApiError && [401, 403, 404].includes(error.status);

export const importStatusQuery = (importToken: string) =>
  queryOptions({
    queryKey: ['imports', importToken],
    queryFn: ({ signal }) => calls.get('/api/core/import/importstatus', { importToken }, { signal }),
    // Whoever follows it asks again by itself, also after a lost connection.
    retry: false,
    networkMode: 'always',
    staleTime: Infinity,
  });

export const cancelImport = (importToken: string) => calls.post('/api/core/import/cancelimport', { importToken });
