// Follows background imports on any page and reports their end.
import { QueryObserver, type QueryKey } from '@tanstack/react-query';
import { ApiError, formatNumber } from '@waybill/plugin';
import { queryClient } from '../../api/query-client.ts';
import { failure, mutate } from '../mutate.ts';
import { t } from '../../lib/i18n.ts';
import { toast } from '../../shell/toast.tsx';
import { importStatusQuery, isFinal, type BegunImport, type Outcome } from './calls.ts';

const EVERY_MS = 1000;
/** Retry interval while the server is unreachable. */
const LOST_MS = 3000;

interface Followed {
  title: string;
  /** A dialog shows it and reports failures. */
  isWatched: boolean;
}

const followed = new Map<BegunImport['key'], Followed>();

export function importedText({ inserted, updated, refused }: Outcome): {
  title: string;
  description?: string;
} {
  return {
    title: t('{inserted} new, {updated} changed', {
      inserted: formatNumber(inserted),
      updated: formatNumber(updated),
    }),
    ...(refused > 0
      ? {
          description: t(
            '{number} rows were skipped',
            { count: refused, number: formatNumber(refused) },
            '{number} row was skipped',
          ),
        }
      : {}),
  };
}

async function undoImport(undo: () => Promise<string>, stale: QueryKey): Promise<void> {
  try {
    await mutate({
      call: () => undo(),
      stale: [stale],
      notice: (description) => ({ title: t('Import undone'), description }),
    });
  } catch (error) {
    failure(t('The import was not undone'))(error);
  }
}

export function followImport(
  begun: BegunImport,
  { title, stale }: { title: string; stale: QueryKey },
): void {
  const { key, undo } = begun;
  if (followed.has(key)) return;
  const one: Followed = { title, isWatched: false };
  followed.set(key, one);
  const observer = new QueryObserver(queryClient, {
    ...importStatusQuery(begun),
    refetchInterval: ({ state }) =>
      state.data?.hasEnded || isFinal(state.error)
        ? false
        : state.status === 'error'
          ? LOST_MS
          : EVERY_MS,
    refetchIntervalInBackground: true,
  });
  const stop = observer.subscribe(({ data, error }) => {
    if (!data?.hasEnded && !isFinal(error)) return;
    if (!followed.delete(key)) return;
    stop();
    void queryClient.invalidateQueries({ queryKey: stale });
    const outcomeText = data && importedText(data.outcome);
    if (outcomeText && data.state === 'done') {
      // The toast names the import unless a dialog shows it.
      const notice = one.isWatched
        ? outcomeText
        : {
            title: t('{title}: done', { title }),
            description: [outcomeText.title, outcomeText.description].filter(Boolean).join(' · '),
          };
      toast(
        undo
          ? {
              ...notice,
              undo: () => void undoImport(undo, stale),
            }
          : notice,
      );
    } else if (outcomeText && data.state === 'cancelled')
      toast({
        title: t('Import cancelled'),
        description: t('Stored before: {outcome}', { outcome: outcomeText.title }),
      });
    // Stops polling after sign-out.
    else if (one.isWatched || (error instanceof ApiError && error.status === 401)) return;
    else if (data?.hasEnded)
      toast({
        title: t('{title}: it stopped before its end', { title }),
        description: data.failure ?? '',
        variant: 'destructive',
      });
    else failure(t('{title}: result unknown', { title }))(error);
  });
}

/** Marks as watched by a dialog until the returned function is called. */
export function watchImport({ key }: BegunImport): () => void {
  const set = (isWatched: boolean) => {
    const one = followed.get(key);
    if (one) one.isWatched = isWatched;
  };
  set(true);
  return () => set(false);
}

/** Requests cancellation; the end is reported by polling. */
export async function endImport(begun: BegunImport): Promise<void> {
  await begun.cancel();
  await queryClient.invalidateQueries({ queryKey: importStatusQuery(begun).queryKey });
}
