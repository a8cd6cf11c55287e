// /settings/invoice-periods: the tenant's own calendar of invoice periods, for customers whose invoice period is it.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { CalendarPlus, Plus, Trash2 } from 'lucide-react';
import { Button, Card, CardHeader, EmptyState, Field, Input, Select, Table, TBody, Td, Th, THead, useFormat } from '@waybill/plugin';
import { useController, useFormContext } from '@waybill/plugin/forms';
import type { Problems } from '../../../kit/form-rules.ts';
import { SettingsForm } from '../../../kit/settings/SettingsForm.tsx';
import { SettingsPage } from '../../../kit/settings/SettingsPage.tsx';
import { dayIn, dayText } from '../../../lib/days.ts';
import { useT } from '../../../lib/i18n.ts';
import { choices } from '../model.ts';
import { PATTERNS, periodsOf, withPeriod, withYear, type Pattern } from './calendar.ts';
import { financeSettingsQuery, newestSettings, saveFinanceSettings, type FinanceSettings } from './queries.ts';

const NAME = 'invoiceCalendar.firstDays';

export default function InvoicePeriods() {
  const t = useT();
  const check = ({ invoiceCalendar: { firstDays } }: FinanceSettings) => {
    const problems: Problems = {};
    firstDays.forEach((day, at) => {
      if (!day) problems[`${NAME}.${at}`] = t('Choose a day');
      else if (at > 0 && day <= (firstDays[at - 1] ?? '')) problems[`${NAME}.${at}`] = t('This must be after the day above');
    });
    if (firstDays.length === 1) problems[`${NAME}.0`] = t('Add the day after the period’s last one');
    return problems;
  };
  return (
    <SettingsPage
      title={t('Invoice periods')}
      description={t('Your own calendar, for customers whose invoice period is “Own calendar”. Days outside of it go by calendar months.')}
      settings={useQuery(financeSettingsQuery)}
    >
      {(settings) => (
        <SettingsForm settings={settings} groups={['invoiceCalendar']} check={check} save={saveFinanceSettings} newest={newestSettings}>
          <Calendar />
        </SettingsForm>
      )}
    </SettingsPage>
  );
}

function Calendar() {
  const t = useT();
  const format = useFormat();
  const { control, getFieldState, formState } = useFormContext();
  const { field } = useController({ control, name: NAME });
  const days = field.value as string[];
  const set = field.onChange as (next: string[]) => void;
  const periods = periodsOf(days);
  const today = dayIn(format.timezone);
  const whole = getFieldState(NAME, formState).error;
  return (
    <Card data-field={NAME} tabIndex={-1}>
      <CardHeader title={t('Periods')} description={t('Each begins on its day and ends the day before the next one begins.')} />
      <Year days={days} onAdd={set} />
      {whole?.message && <p className="mt-2 text-xs font-medium text-destructive-text">{whole.message}</p>}
      {days.length === 0 ? (
        <EmptyState title={t('No periods of your own')} description={t('Add a year of them, then move single days where yours are others.')} className="py-8" />
      ) : (
        <div className="mt-4 grid gap-3">
          <Table label={t('Periods')}>
            <THead>
              <tr>
                <Th>{t('First day')}</Th>
                <Th className="max-sm:hidden">{t('Last day')}</Th>
                <Th numeric className="max-sm:hidden">{t('Days')}</Th>
                <Th>
                  <span className="sr-only">{t('Actions')}</span>
                </Th>
              </tr>
            </THead>
            <TBody>
              {days.map((day, at) => {
                const period = periods[at];
                const isNow = period !== undefined && period.from <= today && today <= period.to;
                return (
                  // Days have no key of their own; their place is what they are.
                  // oxlint-disable-next-line react/no-array-index-key
                  <tr key={at} className={isNow ? 'bg-muted/50' : undefined}>
                    <Td className="w-48 align-top">
                      <Field label={t('First day of period {number}', { number: at + 1 })} labelHidden error={getFieldState(`${NAME}.${at}`, formState).error?.message}>
                        <Input type="date" name={`${NAME}.${at}`} value={day} onChange={({ target }) => set(days.with(at, target.value))} />
                      </Field>
                    </Td>
                    <Td className="max-sm:hidden">{period ? period.to && dayText(period.to, format.language) : <span className="text-muted-foreground">{t('Ends the period above')}</span>}</Td>
                    <Td numeric className="max-sm:hidden">{period && period.days !== 0 ? format.number(period.days) : ''}</Td>
                    <Td className="w-px">
                      <Button variant="ghost" size="icon" aria-label={t('Remove {name}', { name: day ? dayText(day, format.language) : t('row') })} onClick={() => set(days.toSpliced(at, 1))}>
                        <Trash2 aria-hidden />
                      </Button>
                    </Td>
                  </tr>
                );
              })}
            </TBody>
          </Table>
          <div className="flex flex-wrap gap-2">
            <Button variant="outline" size="sm" onClick={() => set(withPeriod(days))}>
              <Plus aria-hidden /> {t('Add period')}
            </Button>
            <Button variant="ghost" size="sm" onClick={() => set([])}>
              {t('Remove all')}
            </Button>
          </div>
        </div>
      )}
    </Card>
  );
}

/** Adds a year of periods behind those that are there. */
function Year({ days, onAdd }: { days: readonly string[]; onAdd: (days: string[]) => void }) {
  const t = useT();
  const { timezone } = useFormat();
  const [pattern, setPattern] = useState<Pattern>('fourFourFive');
  const [begin, setBegin] = useState(() => `${dayIn(timezone).slice(0, 7)}-01`);
  const names = choices(PATTERNS);
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Field label={t('A year of')} className="min-w-56">
        <Select value={pattern} onChange={({ target }) => setPattern(names.find(([name]) => name === target.value)?.[0] ?? pattern)}>
          {names.map(([name, { text }]) => (
            <option key={name} value={name}>
              {t(text)}
            </option>
          ))}
        </Select>
      </Field>
      {days.length === 0 && (
        <Field label={t('From')}>
          <Input type="date" value={begin} onChange={({ target }) => target.value && setBegin(target.value)} />
        </Field>
      )}
      <Button variant="outline" onClick={() => onAdd(withYear(days, begin, pattern))}>
        <CalendarPlus aria-hidden /> {t('Add year')}
      </Button>
    </div>
  );
}
