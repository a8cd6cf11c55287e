// Day of a board: the one before, today, the next.
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button, useFormat } from '@waybill/plugin';
import { addDays, shortDay } from '../../lib/days.ts';
import { useT } from '../../lib/i18n.ts';

/** An empty text chooses today. */
export function DayChoice({
  day,
  onChange,
}: {
  day: { day: string; isToday: boolean };
  onChange: (day: string) => void;
}) {
  const t = useT();
  const { language } = useFormat();
  const step = (days: number) => onChange(addDays(day.day, days));
  return (
    <span role="group" aria-label={t('Day')} className="flex items-center gap-0.5">
      <Button
        variant="ghost"
        size="icon"
        className="size-7"
        aria-label={t('Previous day')}
        onClick={() => step(-1)}
      >
        <ChevronLeft aria-hidden className="rtl:-scale-x-100" />
      </Button>
      <Button
        variant="outline"
        size="sm"
        title={t('Today')}
        onClick={() => onChange('')}
        className="tabular-nums"
      >
        {day.isToday
          ? t('Today, {day}', { day: shortDay(day.day, language) })
          : shortDay(day.day, language)}
      </Button>
      <Button
        variant="ghost"
        size="icon"
        className="size-7"
        aria-label={t('Next day')}
        onClick={() => step(1)}
      >
        <ChevronRight aria-hidden className="rtl:-scale-x-100" />
      </Button>
    </span>
  );
}
