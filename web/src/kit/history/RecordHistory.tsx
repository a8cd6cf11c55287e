// History of a record, latest first, with values before and after.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight, History, VenetianMask } from 'lucide-react';
import {
  Badge,
  cn,
  EmptyState,
  ErrorNote,
  Pagination,
  Skeleton,
  useFormat,
  words,
} from '@waybill/plugin';
import { Person } from '../Person.tsx';
import { useT } from '../../lib/i18n.ts';
import { Changes } from './Changes.tsx';
import { changeTypes, type AuditEntry } from './model.ts';
import { propertyLabel } from './properties.ts';
import { shownChanges } from './values.ts';
import { changesPerPage, recordChangesQuery } from './queries.ts';

function Entry({ entry, begins }: { entry: AuditEntry; begins: boolean }) {
  const t = useT();
  const format = useFormat();
  const kind = changeTypes[entry.changeType];
  const names = shownChanges(entry.changes).map(({ propertyName }) => propertyLabel(propertyName));
  const shown = names.slice(0, 4).join(', ');
  return (
    <li>
      <details open={begins} className="group">
        <summary
          className={cn(
            'flex cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-1',
            'rounded-md px-3 py-2 text-[13px] hover:bg-accent',
            'focus-visible:outline-2 focus-visible:outline-ring',
            '[&::-webkit-details-marker]:hidden',
          )}
        >
          <ChevronRight
            aria-hidden
            className="size-4 shrink-0 text-muted-foreground transition-transform group-open:rotate-90 rtl:-scale-x-100"
          />
          <time dateTime={entry.creationTime} className="w-40 whitespace-nowrap tabular-nums">
            {format.dateTime(entry.creationTime)}
          </time>
          <Badge tone={kind?.tone ?? 'neutral'} dot>
            {t(kind?.text ?? words(entry.changeType))}
          </Badge>
          <span className="min-w-0 font-medium break-words [overflow-wrap:anywhere]">
            {entry.userName ? <Person name={entry.userName} /> : t('The system')}
          </span>
          {entry.impersonatorName && (
            <span className="flex min-w-0 items-center gap-1 text-xs text-warning-text">
              <VenetianMask aria-hidden className="size-3.5 shrink-0" />
              {t('impersonated by {name}', { name: entry.impersonatorName })}
            </span>
          )}
          {shown && (
            <span className="min-w-0 flex-1 basis-40 truncate text-muted-foreground">
              {names.length > 4
                ? `${shown}, ${t('{count} more', { count: names.length - 4 }, '{count} more')}`
                : shown}
            </span>
          )}
        </summary>
        <div className="overflow-x-auto px-3 pt-1 pb-3 md:ps-10">
          <Changes entry={entry} />
        </div>
      </details>
    </li>
  );
}

export default function RecordHistory({
  entityType,
  entityId,
}: {
  entityType: string;
  entityId: number;
}) {
  const t = useT();
  const [skip, setSkip] = useState(0);
  const changes = useQuery(recordChangesQuery(entityType, entityId, skip));
  if (changes.isLoadingError)
    return (
      <ErrorNote
        title={t('The history could not be loaded')}
        error={changes.error}
        onRetry={() => void changes.refetch()}
      />
    );
  if (!changes.data) {
    return (
      <div role="status" aria-label={t('Loading')} className="grid max-w-5xl gap-2">
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} className="h-8" />
        ))}
      </div>
    );
  }
  const { items, totalCount } = changes.data;
  if (items.length === 0)
    return (
      <EmptyState
        icon={<History />}
        title={t('No changes yet')}
        description={t('Changes are listed here from now on.')}
      />
    );
  return (
    <div className="grid max-w-5xl grid-cols-[minmax(0,1fr)] gap-3">
      <ol
        aria-label={t('History')}
        className={cn(
          'divide-y divide-border rounded-lg border border-border bg-card shadow-xs',
          changes.isPlaceholderData && 'opacity-60',
        )}
      >
        {items.map((entry, index) => (
          <Entry key={entry.id} entry={entry} begins={index === 0 && skip === 0} />
        ))}
      </ol>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Link
          to="/settings/$"
          params={{ _splat: 'audit-log' }}
          search={{ type: entityType, id: entityId }}
          className="text-[13px] text-link underline-offset-2 hover:underline"
        >
          {t('Show in audit log')}
        </Link>
        {totalCount > changesPerPage && (
          <Pagination skip={skip} take={changesPerPage} total={totalCount} onChange={setSkip} />
        )}
      </div>
    </div>
  );
}
