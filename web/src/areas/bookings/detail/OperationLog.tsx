// What was asked of the carrier for this booking, and what came of it.
import { useQuery } from '@tanstack/react-query';
import { Badge, Card, CardHeader, ErrorNote, Skeleton, useFormat, words } from '@waybill/plugin';
import { t, useT } from '../../../lib/i18n.ts';
import type { OperationEntry } from '../../../lib/bookings/model.ts';
import { operationLogQuery } from '../queries.ts';
import { allStatuses } from '../../../lib/bookings/status.ts';

const isFailure = (status: string | null | undefined) => /fail|error|reject|refus/i.test(status ?? '');

/** A value is a connote's or manifest's number, or the word of a status. */
const said = (entry: OperationEntry) => entry.message || (entry.value && (allStatuses.includes(entry.value) ? t(words(entry.value)) : entry.value)) || (isFailure(entry.status) ? '' : t(words(entry.status ?? '')));

export function OperationLog({ bookingId }: { bookingId: number }) {
  const t = useT();
  const format = useFormat();
  const log = useQuery(operationLogQuery(bookingId));
  const entries = (log.data?.integrationLog ?? []).toSorted((a, b) => Date.parse(b.creationTime ?? '') - Date.parse(a.creationTime ?? ''));
  return (
    <Card>
      <CardHeader title={t('Operation log')} className="mb-1" description={t("All operations on this booking and the carrier's responses.")} />
      {log.isPending && <Skeleton className="my-3 w-2/3" />}
      {log.isError && <ErrorNote error={log.error} onRetry={() => void log.refetch()} />}
      {log.data && entries.length === 0 && <p className="py-2 text-[13px] text-muted-foreground">{t('No carrier operations yet.')}</p>}
      <ol className="divide-y divide-border">
        {entries.map((entry, index) => (
          <li key={entry.id ?? index} className="grid gap-x-4 gap-y-0.5 py-2 text-[13px] sm:grid-cols-[11rem_9rem_1fr]">
            <time dateTime={entry.creationTime ?? undefined} className="text-muted-foreground tabular-nums">
              {format.dateTime(entry.creationTime)}
            </time>
            <span className="flex items-center gap-2 font-medium">
              {t(words(entry.operation ?? ''))}
              {isFailure(entry.status) && <Badge tone="danger">{t(words(entry.status ?? ''))}</Badge>}
            </span>
            <span className="break-words text-muted-foreground">{[said(entry), entry.userName].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
