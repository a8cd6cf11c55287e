// Preview of a driver's day with more jobs: arrival, load, lateness.
import { cn, useFormat } from '@waybill/plugin';
import { shortTime } from '../../../kit/list/times.ts';
import { useT } from '../../../lib/i18n.ts';
import type { Preview } from './plan.ts';

export function useLoadText(): (load: number, capacity: number | null) => string {
  const t = useT();
  const format = useFormat();
  const weight = (kilograms: number) =>
    kilograms >= 1000
      ? t('{weight} t', { weight: format.number(kilograms / 1000, 1) })
      : t('{weight} kg', { weight: format.number(kilograms, 0) });
  return (load, capacity) =>
    capacity === null
      ? weight(load)
      : t('{load} of {capacity}', { load: weight(load), capacity: weight(capacity) });
}

export function PreviewText({ preview, className }: { preview: Preview; className?: string }) {
  const t = useT();
  const format = useFormat();
  const loadText = useLoadText();
  const { arrival, late, lateBefore, load, capacity, isOverloaded } = preview;
  const more = late - lateBefore;
  return (
    <span className={cn('flex flex-wrap gap-x-2 text-xs text-muted-foreground', className)}>
      {arrival !== null && (
        <span>{t('Arrives {time}', { time: shortTime(arrival, format.timezone) })}</span>
      )}
      <span className={cn(isOverloaded && 'font-medium text-danger-text')}>
        {loadText(load, capacity)}
      </span>
      {late > 0 && (
        <span className={cn(more > 0 ? 'font-medium text-danger-text' : 'text-warning-text')}>
          {t('{count} late', { count: late })}
        </span>
      )}
    </span>
  );
}
