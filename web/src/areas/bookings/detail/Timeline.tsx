// The scans of a consignment, the latest first.
import { cn, statusTone, useFormat, words, type Tone } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import type { TrackingEntry } from '../../../lib/bookings/model.ts';

const dots: Record<Tone, string> = {
  neutral: 'bg-neutral-text',
  info: 'bg-info-text',
  progress: 'bg-progress-text',
  success: 'bg-success-text',
  warning: 'bg-warning-text',
  danger: 'bg-danger-text',
};

const when = (entry: TrackingEntry) => entry.updatedAt ?? entry.creationTime ?? '';

/**
 * The latest first: by when a scan happened, which is not always the order of arrival. Scans of the same minute
 * are told apart by when they arrived; the API lists them oldest first.
 */
export function latestFirst(entries: readonly TrackingEntry[]): TrackingEntry[] {
  const arrived = (entry: TrackingEntry) => Date.parse(entry.creationTime ?? '') || 0;
  return entries.toReversed().toSorted((a, b) => Date.parse(when(b)) - Date.parse(when(a)) || arrived(b) - arrived(a));
}

function Scan({ entry, latest }: { entry: TrackingEntry; latest: boolean }) {
  const t = useT();
  const format = useFormat();
  const details = new Map(entry.details?.map((detail) => [detail.key.toLowerCase(), detail.value]));
  const description = details.get('description');
  const shown = [details.get('location'), details.get('signedby') && `signed by ${details.get('signedby')}`, details.get('source') === 'hand' && 'entered by hand'].filter(Boolean).join(' · ');
  const others = (entry.details ?? []).filter((detail) => detail.value && !['description', 'location', 'signedby', 'localtime', 'id', 'source'].includes(detail.key.toLowerCase()));
  return (
    <li className="relative grid gap-0.5 pb-4 ps-5 last:pb-0">
      <span aria-hidden className={cn('absolute top-1.5 start-0 size-2 rounded-full', entry.status ? dots[statusTone(entry.status)] : 'bg-control')} />
      <span className="flex flex-wrap items-center justify-between gap-x-3">
        <span className={cn('text-[13px] font-medium', !latest && 'font-normal')}>{entry.status ? t(words(entry.status)) : description || t('Scan')}</span>
        <time dateTime={when(entry)} className="text-xs text-muted-foreground tabular-nums">
          {format.dateTime(when(entry))}
        </time>
      </span>
      {entry.status && description && <span className="text-[13px] break-words text-muted-foreground">{description}</span>}
      {shown && <span className="text-xs text-muted-foreground first-letter:uppercase">{shown}</span>}
      {others.map((detail) => (
        <span key={detail.key} className="text-xs text-muted-foreground">
          {t(words(detail.key))}: {detail.value}
        </span>
      ))}
    </li>
  );
}

export function Timeline({ entries }: { entries: readonly TrackingEntry[] }) {
  const t = useT();
  const sorted = latestFirst(entries);
  return (
    <ol aria-label={t('Tracking')} className="relative before:absolute before:top-2 before:bottom-2 before:start-[3.5px] before:w-px before:bg-border">
      {sorted.map((entry, index) => (
        <Scan key={`${when(entry)}-${index}`} entry={entry} latest={index === 0} />
      ))}
    </ol>
  );
}
