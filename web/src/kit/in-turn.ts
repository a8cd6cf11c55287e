// Changes to one cached record, one after another.
import {
  useMutation,
  useQueryClient,
  type QueryKey,
  type UseQueryOptions,
} from '@tanstack/react-query';

interface InTurn<Stored, Key extends QueryKey, Change> {
  /** The record, as its screen shows it. */
  query: Pick<UseQueryOptions<Stored, Error, Stored, Key>, 'queryFn'> & { queryKey: Key };
  /** Sends a change to the latest record, and returns the record with it. */
  save: (latest: Stored, change: Change) => Promise<Stored>;
  onSuccess?: (stored: Stored, change: Change) => unknown;
  onError?: (error: Error, change: Change) => unknown;
  onSettled?: () => unknown;
}

/**
 * Each change starts from the answer to the one before, so that quick changes do not undo each
 * other where the whole record is sent.
 */
export function useInTurn<Stored, Key extends QueryKey, Change>({
  query: { queryKey, queryFn },
  save,
  onSuccess,
  ...outcome
}: InTurn<Stored, Key, Change>) {
  const queryClient = useQueryClient();
  return useMutation({
    scope: { id: JSON.stringify(queryKey) },
    mutationFn: async (change: Change) =>
      save(
        await queryClient.ensureQueryData({ queryKey, ...(queryFn ? { queryFn } : {}) }),
        change,
      ),
    onSuccess: async (stored, change) => {
      // A refetch that is older than the change would bring the old record back.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData<Stored>(queryKey, stored);
      await onSuccess?.(stored, change);
    },
    ...outcome,
  });
}
