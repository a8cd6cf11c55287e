// Follows imports that go on in the background, on whatever page, until each has ended, and tells how.
import { QueryObserver, type QueryKey } from '@tanstack/react-query';
import { ApiError, errorMessage, formatNumber } from '@waybill/plugin';
import { queryClient } from '../../api/query-client.ts';
import { t } from '../../lib/i18n.ts';
import { toast } from '../../shell/toast.tsx';
import { cancelImport, importStatusQuery, isFinal, type ImportedTable } from './calls.ts';

const EVERY_MS = 1000;
/** Between two attempts while the server does not answer. */
const LOST_MS = 3000;

interface Followed {
  /** What is imported, as its dialog is called: "Import products". */
  title: string;
  /** A dialog shows it, which tells a failure itself. */
  isWatched: boolean;
  isCancelled: boolean;
}

const followed = new Map<string, Followed>();

/** What has come of it, for a notice. */
export function importedText({ inserted, updated, validationErrors }: Pick<ImportedTable, 'inserted' | 'updated' | 'validationErrors'>): { title: string; description?: string } {
  const skipped = validationErrors.length;
  return {
    title: t('{inserted} new, {updated} changed', { inserted: formatNumber(inserted), updated: formatNumber(updated) }),
    ...(skipped > 0 ? { description: t('{number} rows were skipped', { count: skipped, number: formatNumber(skipped) }, '{number} row was skipped') } : {}),
  };
}

export function followImport(importToken: string, { title, stale }: { title: string; stale: QueryKey }): void {
  if (followed.has(importToken)) return;
  const one: Followed = { title, isWatched: false, isCancelled: false };
  followed.set(importToken, one);
  const observer = new QueryObserver(queryClient, {
    ...importStatusQuery(importToken),
    refetchInterval: ({ state }) => (state.data?.isCompleted || isFinal(state.error) ? false : state.status === 'error' ? LOST_MS : EVERY_MS),
    refetchIntervalInBackground: true,
  });
  const stop = observer.subscribe(({ data, error }) => {
    if (!data?.isCompleted && !isFinal(error)) return;
    if (!followed.delete(importToken)) return;
    stop();
    if (data?.isCompleted && data.failure === null) {
      void queryClient.invalidateQueries({ queryKey: stale });
      const said = importedText(data);
      // Where nothing else says what was imported, the notice does.
      toast(one.isWatched ? said : { title: t('{title}: done', { title }), description: [said.title, said.description].filter(Boolean).join(' · ') });
    } else if (one.isCancelled) toast({ title: t('Import cancelled. Nothing was stored.') });
    // Who has signed out asks no more.
    else if (one.isWatched || (error instanceof ApiError && error.status === 401)) return;
    else if (data?.isCompleted) toast({ title: t('{title}: nothing was stored', { title }), description: data.failure ?? '', variant: 'destructive' });
    else toast({ title: t('{title}: how it ended is not known', { title }), description: errorMessage(error), variant: 'destructive' });
  });
}

/** A dialog shows it from now on, until the returned function is called. */
export function watchImport(importToken: string): () => void {
  const set = (isWatched: boolean) => {
    const one = followed.get(importToken);
    if (one) one.isWatched = isWatched;
  };
  set(true);
  return () => set(false);
}

/** Asks for its end; that it has ended is told once the server says so. */
export async function endImport(importToken: string): Promise<void> {
  await cancelImport(importToken);
  const one = followed.get(importToken);
  if (one) one.isCancelled = true;
  await queryClient.invalidateQueries({ queryKey: importStatusQuery(importToken).queryKey });
}
