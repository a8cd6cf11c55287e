// /settings/invoice-periods: custom invoice periods.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { CalendarPlus, Plus } from 'lucide-react';
import { Button, Field, Input, Select, useFormat } from '@waybill/plugin';
import { useController, useFormContext } from '@waybill/plugin/forms';
import type { Problems } from '../../../kit/form-rules.ts';
import { RowField, RowsCard } from '../../../kit/settings/RowsCard.tsx';
import { SettingsForm } from '../../../kit/settings/SettingsForm.tsx';
import { SettingsPage } from '../../../kit/settings/SettingsPage.tsx';
import { dayIn, dayText } from '../../../lib/days.ts';
import { useT } from '../../../lib/i18n.ts';
import { choices } from '../model.ts';
import {
  PATTERNS,
  periodsOf,
  withPeriod,
  withYear,
  type InvoicePeriod,
  type Pattern,
} from './calendar.ts';
import {
  financeSettingsQuery,
  newestSettings,
  saveFinanceSettings,
  type FinanceSettings,
} from './queries.ts';

const NAME = 'invoiceCalendar.firstDays';

export default function InvoicePeriods() {
  const t = useT();
  const check = ({ invoiceCalendar: { firstDays } }: FinanceSettings) => {
    const problems: Problems = {};
    firstDays.forEach((day, at) => {
      if (!day) problems[`${NAME}.${at}`] = t('Choose a day');
      else if (at > 0 && day <= (firstDays[at - 1] ?? ''))
        problems[`${NAME}.${at}`] = t('This must be after the day above');
    });
    if (firstDays.length === 1)
      problems[`${NAME}.0`] = t('Add the day after the period’s last one');
    return problems;
  };
  return (
    <SettingsPage
      title={t('Invoice periods')}
      description={t(
        'Your own calendar, for customers whose invoice period is “Own calendar”. Days outside ' +
          'of it go by calendar months.',
      )}
      settings={useQuery(financeSettingsQuery)}
    >
      {(settings) => (
        <SettingsForm
          settings={settings}
          groups={['invoiceCalendar']}
          check={check}
          save={saveFinanceSettings}
          newest={newestSettings}
        >
          <Calendar />
        </SettingsForm>
      )}
    </SettingsPage>
  );
}

function Calendar() {
  const t = useT();
  const format = useFormat();
  const { control } = useFormContext();
  const { field } = useController({ control, name: NAME });
  const days = field.value as string[];
  const set = field.onChange as (next: string[]) => void;
  const periods = periodsOf(days);
  const today = dayIn(format.timezone);
  const isNow = ({ from, to }: InvoicePeriod) => from <= today && today <= to;
  return (
    <RowsCard
      name={NAME}
      title={t('Periods')}
      description={t('Each begins on its day and ends the day before the next one begins.')}
      // Keyed by position.
      keys={[...days.keys()]}
      rowClass={(at) => (periods[at] && isNow(periods[at]) ? 'bg-muted/50' : undefined)}
      columns={[
        {
          header: t('First day'),
          className: 'w-48 align-top',
          cell: (at) => (
            <RowField
              name={`${NAME}.${at}`}
              label={t('First day of period {number}', { number: at + 1 })}
            >
              <Input
                type="date"
                name={`${NAME}.${at}`}
                value={days[at]}
                onChange={({ target }) => set(days.with(at, target.value))}
              />
            </RowField>
          ),
        },
        {
          header: t('Last day'),
          className: 'max-sm:hidden',
          cell: (at) =>
            periods[at] ? (
              periods[at].to && dayText(periods[at].to, format.language)
            ) : (
              <span className="text-muted-foreground">{t('Ends the period above')}</span>
            ),
        },
        {
          header: t('Days'),
          numeric: true,
          className: 'max-sm:hidden',
          cell: (at) => (periods[at]?.days ? format.number(periods[at].days) : ''),
        },
      ]}
      nameOf={(at) => (days[at] ? dayText(days[at], format.language) : t('row'))}
      onRemove={(at) => set(days.toSpliced(at, 1))}
      empty={{
        title: t('No custom periods'),
        description: t('Add a year of them, then change individual days.'),
      }}
      below={[
        { text: t('Add period'), icon: <Plus aria-hidden />, onClick: () => set(withPeriod(days)) },
        { text: t('Remove all'), quiet: true, onClick: () => set([]) },
      ]}
    >
      <Year days={days} onAdd={set} />
    </RowsCard>
  );
}

/** Adds a year of periods. */
function Year({ days, onAdd }: { days: readonly string[]; onAdd: (days: string[]) => void }) {
  const t = useT();
  const { timezone } = useFormat();
  const [pattern, setPattern] = useState<Pattern>('fourFourFive');
  const [begin, setBegin] = useState(() => `${dayIn(timezone).slice(0, 7)}-01`);
  const names = choices(PATTERNS);
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Field label={t('Year pattern')} className="min-w-56">
        <Select
          value={pattern}
          onChange={({ target }) =>
            setPattern(names.find(([name]) => name === target.value)?.[0] ?? pattern)
          }
        >
          {names.map(([name, { text }]) => (
            <option key={name} value={name}>
              {t(text)}
            </option>
          ))}
        </Select>
      </Field>
      {days.length === 0 && (
        <Field label={t('From')}>
          <Input
            type="date"
            value={begin}
            onChange={({ target }) => target.value && setBegin(target.value)}
          />
        </Field>
      )}
      <Button variant="outline" onClick={() => onAdd(withYear(days, begin, pattern))}>
        <CalendarPlus aria-hidden /> {t('Add year')}
      </Button>
    </div>
  );
}
