// Article numbers as they are scanned and typed.
import { api } from '../api/client.ts';
import type { Schema } from '../api/types.ts';

export const normalized = (text: string): string => text.replaceAll(/\s+/g, '').toUpperCase();

/** Job number of an article number, as in `J00012-003`. */
export const jobNumberOf = (code: string): string | null =>
  /^(.+)-\d{3,}$/.exec(normalized(code))?.[1] ?? null;

/** The job with a number, if it is within reach; null if there is none. */
export const fetchJobByNumber = async (
  jobno: string,
  options: { signal?: AbortSignal } = {},
): Promise<Schema<'FreightJobView'> | null> => {
  const { items } = await api.get(
    '/api/jobs/job/jobs',
    { filter: `jobno eq '${jobno.replaceAll("'", "''")}'`, maxResultCount: 1 },
    options,
  );
  return items[0] ?? null;
};
