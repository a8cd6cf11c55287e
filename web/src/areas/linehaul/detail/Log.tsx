// Operation log of a line haul, the newest entries first.
import { useQuery } from '@tanstack/react-query';
import { Card, cn, EmptyState, ErrorNote, Skeleton, useFormat, words } from '@waybill/plugin';
import { ScrollText } from 'lucide-react';
import { useT } from '../../../lib/i18n.ts';
import { logQuery } from '../queries.ts';

export function Log({ id }: { id: number }) {
  const t = useT();
  const format = useFormat();
  const log = useQuery(logQuery(id));
  if (log.isLoadingError)
    return (
      <ErrorNote
        title={t('The log could not be loaded')}
        error={log.error}
        onRetry={() => void log.refetch()}
      />
    );
  if (log.isPending) return <Skeleton className="h-40" />;
  if (log.data.length === 0)
    return <EmptyState icon={<ScrollText />} title={t('Nothing happened yet')} />;
  return (
    <Card>
      <ol className="divide-y divide-border text-[13px]">
        {log.data.map(({ id: entry, operation, status, value, userName, creationtime }) => (
          <li key={entry} className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 py-2">
            <time dateTime={creationtime} className="min-w-36 text-muted-foreground tabular-nums">
              {format.dateTime(creationtime)}
            </time>
            <span className={cn('min-w-0 flex-1', status === 'Failed' && 'text-danger-text')}>
              <b className="font-medium">{t(words(operation))}</b>
              {value && (
                <>
                  {' '}
                  <bdi>{value}</bdi>
                </>
              )}
            </span>
            <bdi className="text-muted-foreground">{userName}</bdi>
          </li>
        ))}
      </ol>
    </Card>
  );
}
