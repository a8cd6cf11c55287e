// The tab of what a plugin wrote, newest first.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { RotateCw, ScrollText } from 'lucide-react';
import { Badge, Button, EmptyState, ErrorNote, Pagination, Skeleton, useFormat } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { levelOf } from '../model.ts';
import { LOG_LINES, logQuery } from '../queries.ts';

export function LogTab({ id }: { id: string }) {
  const t = useT();
  const format = useFormat();
  const [skip, setSkip] = useState(0);
  const log = useQuery(logQuery(id, skip));
  if (log.isError) return <ErrorNote title={t('The log could not be loaded')} error={log.error} onRetry={() => void log.refetch()} />;
  if (!log.data) return <Skeleton className="h-24" />;
  if (log.data.totalCount === 0) return <EmptyState icon={<ScrollText />} title={t('It has written nothing yet.')} description={t('What the plugin writes while it is called shows here.')} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex justify-end">
        <Button variant="ghost" size="sm" pending={log.isFetching} onClick={() => void log.refetch()}>
          {!log.isFetching && <RotateCw aria-hidden />} {t('Look again')}
        </Button>
      </div>
      <ul aria-label={t('Newest lines of its log')} className="grid divide-y divide-border rounded-lg border border-border bg-card">
        {log.data.items.map((line, index) => (
          <li key={index} className="grid gap-0.5 px-3 py-2 text-[13px]">
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted-foreground">
              <Badge tone={levelOf(line.level).tone}>{t(levelOf(line.level).text)}</Badge>
              <span className="tabular-nums">{format.dateTime(line.creationTime)}</span>
              <span className="font-mono">{line.call}</span>
              {line.account && <span className="break-all">{line.account}</span>}
            </span>
            <span className="min-w-0 break-words whitespace-pre-wrap" dir="auto">
              {line.message}
            </span>
          </li>
        ))}
      </ul>
      <Pagination skip={skip} take={LOG_LINES} total={log.data.totalCount} onChange={setSkip} />
    </div>
  );
}
