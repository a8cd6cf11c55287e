// Period and date of an invoice run.
import { Button, Field, Input, useFormat } from '@waybill/plugin';
import { dayIn, isDay } from '../../../lib/days.ts';
import { useT, type Translate } from '../../../lib/i18n.ts';
import { lastMonth, lastWeek, thisMonth, type Period } from './run.ts';

export interface PeriodDraft extends Period {
  /** Empty: today. */
  date: string;
}

export const periodProblem = ({ from, to }: Period, t: Translate): string | null =>
  !isDay(from) || !isDay(to)
    ? t('Choose the first and the last day.')
    : to < from
      ? t('The last day is before the first.')
      : null;

export function PeriodFields<Draft extends PeriodDraft>({
  draft,
  wrong,
  onChange,
}: {
  draft: Draft;
  wrong: string | null;
  onChange: (draft: Draft) => void;
}) {
  const t = useT();
  const today = dayIn(useFormat().timezone);
  return (
    <div className="flex flex-wrap items-start gap-3">
      <Field label={t('From')} error={wrong ?? undefined} className="w-40">
        <Input
          type="date"
          value={draft.from}
          onChange={({ target }) => onChange({ ...draft, from: target.value })}
        />
      </Field>
      <Field label={t('To')} className="w-40">
        <Input
          type="date"
          value={draft.to}
          onChange={({ target }) => onChange({ ...draft, to: target.value })}
        />
      </Field>
      <Field label={t('Invoice date')} optional hint={t('Defaults to today')} className="w-40">
        <Input
          type="date"
          value={draft.date}
          onChange={({ target }) => onChange({ ...draft, date: target.value })}
        />
      </Field>
      <div className="flex flex-wrap gap-1.5 xl:pt-6">
        {(
          [
            [t('Last month'), lastMonth(today)],
            [t('This month'), thisMonth(today)],
            [t('Last week'), lastWeek(today)],
          ] as const
        ).map(([text, period]) => (
          <Button
            key={text}
            variant="ghost"
            size="sm"
            aria-pressed={period.from === draft.from && period.to === draft.to}
            className="aria-pressed:bg-accent"
            onClick={() => onChange({ ...draft, ...period })}
          >
            {text}
          </Button>
        ))}
      </div>
    </div>
  );
}
