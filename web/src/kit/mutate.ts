// Changes outside forms: call, busy state, refetch, notice, failure.
import { useMutation, type QueryKey, type UseMutationResult } from '@tanstack/react-query';
import { errorMessage } from '@waybill/plugin';
import { queryClient } from '../api/query-client.ts';
import { t } from '../lib/i18n.ts';
import { toast, type Notice } from '../shell/toast.tsx';
import { requireAll } from './answers.ts';

interface Outcome<A, V> {
  /** Queries refetched before the notice. */
  stale?: readonly QueryKey[];
  notice?: Notice | string | ((answer: A, variables: V) => Notice | string | null);
  /** After the notice: closes, navigates. */
  after?: (answer: A, variables: V) => unknown;
}

async function settle<A, V>(
  { stale = [], notice, after }: Outcome<A, V>,
  answer: A,
  variables: V,
): Promise<void> {
  await Promise.all(stale.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  const message = typeof notice === 'function' ? notice(answer, variables) : notice;
  if (message) toast(typeof message === 'string' ? { title: message } : message);
  await after?.(answer, variables);
}

/** Shows an error as a toast with this title. */
export const failure =
  (title: string, explain: (error: unknown) => string = errorMessage) =>
  (error: unknown): void =>
    toast({ title, description: explain(error), variant: 'destructive' });

/** For dialogs, which show their own busy state and errors: rejects on failure. */
export async function mutate<A>({
  call,
  ...outcome
}: Outcome<A, void> & { call: () => Promise<A> }): Promise<A> {
  const answer = await call();
  await settle(outcome, answer, undefined);
  return answer;
}

/** A notice with Undo (z): calls the inverse, refetches and says that it is undone. */
export const undoable = (
  notice: Notice,
  {
    call,
    stale,
    after,
  }: { call: () => Promise<unknown> } & Pick<Outcome<unknown, void>, 'stale' | 'after'>,
): Notice => ({
  ...notice,
  undo: () =>
    void mutate({
      call: async () => {
        const answer = await call();
        try {
          requireAll(answer);
        } catch (error) {
          // Some rows can have changed all the same.
          await settle({ stale: stale ?? [] }, answer, undefined);
          throw error;
        }
      },
      notice: t('Undone'),
      ...(stale ? { stale } : {}),
      ...(after ? { after } : {}),
    }).catch(failure(t('It could not be undone'))),
});

/** For buttons and menus: busy state, and failures as a toast or where `refuse` puts them. */
export function useMutate<A, V = void>({
  call,
  failed,
  explain,
  refuse,
  ...outcome
}: Outcome<A, V> & {
  call: (variables: V) => Promise<A>;
  /** Title of the toast on failure. */
  failed?: string | ((variables: V) => string);
  /** The error as a sentence. */
  explain?: (error: unknown) => string;
  /** Shows the error elsewhere, such as `refuse` of a form. */
  refuse?: (error: unknown, variables: V) => void;
}): UseMutationResult<A, Error, V> {
  return useMutation({
    mutationFn: call,
    onSuccess: (answer, variables) => settle(outcome, answer, variables),
    onError: (error, variables) => {
      if (refuse) refuse(error, variables);
      else if (failed !== undefined)
        failure(typeof failed === 'string' ? failed : failed(variables), explain)(error);
    },
  });
}
