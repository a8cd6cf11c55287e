// Calls of table imports.
import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '@waybill/plugin';
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';
import type { Progress } from '../RowsProgress.tsx';

export interface ImportHow {
  dryRun: boolean;
  inBackground?: boolean;
}

export type ImportedTable = Schema<'ImportedTable'>;
export type JobId = Schema<'JobId'>;
export type Outcome = Pick<ImportedTable, 'inserted' | 'updated' | 'refused'>;

export interface ImportStatus {
  state: Schema<'JobState'>;
  hasEnded: boolean;
  done: number;
  total: number;
  /** Rows stored so far; batches commit separately. */
  outcome: Outcome;
  failure: string | null;
}

export interface BegunImport {
  /** Unique among imports. */
  key: string | number;
  status: (signal: AbortSignal) => Promise<ImportStatus>;
  cancel: () => Promise<unknown>;
  undo?: () => Promise<string>;
}

export interface LineNote {
  /** The first line is 1; 0 is the whole file. */
  index: number;
  column?: string;
  /** Excel's name of the cell. */
  cell?: string | null;
  message: string;
}

export interface Foreseen extends Outcome {
  total: number;
  unchanged: number;
  errors: readonly LineNote[];
  warnings: readonly LineNote[];
  /** True if one wrong line prevents all storing. */
  isWhole: boolean;
  store: () => Promise<Outcome | BegunImport>;
}

export type ImportSource = (
  file: File,
  progress: (progress: Progress) => void,
) => Promise<Foreseen>;

/** Larger files are stored in the background. */
const MAX_AT_ONCE = 1000;
const NOTHING: Outcome = { inserted: 0, updated: 0, refused: 0 };

function importStatus({
  state,
  done,
  total,
  sentence,
  result,
}: Schema<'OneWatchedJob'>): ImportStatus {
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

/** True for errors that retrying can't fix. */
export const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && [401, 403, 404].includes(error.status);

export const importStatusQuery = (begun: BegunImport | null) =>
  queryOptions({
    queryKey: ['imports', begun?.key ?? null],
    queryFn: ({ signal }) =>
      begun ? begun.status(signal) : Promise.reject(new Error('No import has begun')),
    // Polling retries by itself, also after connection loss.
    retry: false,
    networkMode: 'always',
    staleTime: Infinity,
  });

export const cancelJob = (id: JobId) => api.post('/api/core/jobs/canceljob', { id });

const jobImport = (id: JobId): BegunImport => ({
  key: id,
  status: async (signal) =>
    importStatus(await api.get('/api/core/jobs/getjob', { id }, { signal })),
  cancel: () => cancelJob(id),
});

async function send(file: File): Promise<number> {
  const form = new FormData();
  form.append('file', file);
  return (await api.upload('/api/core/file/uploadasset', form)).fileId;
}

/** Imports a stored file; many rows in the background. */
export function storedFile(
  run: (fileId: number, how: ImportHow) => Promise<ImportedTable>,
): ImportSource {
  return async (file) => {
    const fileId = await send(file);
    const { total, inserted, updated, refused, validationErrors } = await run(fileId, {
      dryRun: true,
    });
    return {
      total,
      inserted,
      updated,
      refused,
      unchanged: total - inserted - updated - refused,
      errors: validationErrors.map(({ index, errorInfo }) => ({ index, message: errorInfo })),
      warnings: [],
      isWhole: false,
      store: async () => {
        const done = await run(fileId, {
          dryRun: false,
          ...(total > MAX_AT_ONCE ? { inBackground: true } : {}),
        });
        return done.jobId === null ? done : jobImport(done.jobId);
      },
    };
  };
}
