// Start day of the edited markups.
import { useState } from 'react';
import { Button, ConfirmDialog, Field, Input, Select } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import { dayText } from './days.ts';
import { dayAfter } from './markup-grid.ts';

const NEW = 'new';

export interface MarkupDayProps {
  /** Null: today's. */
  day: string | null;
  today: string;
  /** Starts of planned changes. */
  days: readonly string[];
  /** Edits belong to a day. */
  disabled: boolean;
  onDay: (day: string | null) => void;
  onTakeBack: () => Promise<unknown>;
}

export function MarkupDay({ day, today, days, disabled, onDay, onTakeBack }: MarkupDayProps) {
  const t = useT();
  const [choosing, setChoosing] = useState(false);
  const [asking, setAsking] = useState(false);
  const isKnown = day !== null && days.includes(day);
  const isNew = choosing || (day !== null && !isKnown);
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field label={t('Markups from')} className="w-56">
        <Select
          value={isNew ? NEW : (day ?? '')}
          disabled={disabled}
          onChange={({ target: { value } }) => {
            setChoosing(value === NEW);
            onDay(value === NEW || value === '' ? null : value);
          }}
        >
          <option value="">{t('Today')}</option>
          {days.map((one) => (
            <option key={one} value={one}>
              {t('{day} (planned)', { day: dayText(one) })}
            </option>
          ))}
          <option value={NEW}>{t('Plan a change')}</option>
        </Select>
      </Field>
      {isNew && (
        <Field label={t('First day')} className="w-44">
          <Input
            type="date"
            min={dayAfter(today)}
            value={day ?? ''}
            disabled={disabled}
            onChange={({ target: { value } }) => {
              setChoosing(true);
              onDay(value > today ? value : null);
            }}
          />
        </Field>
      )}
      {isKnown && (
        <Button variant="outline" disabled={disabled} onClick={() => setAsking(true)}>
          {t('Remove the planned change')}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('Remove the planned change?')}
        description={
          day === null ? '' : t('The settings before {day} keep applying.', { day: dayText(day) })
        }
        confirmLabel={t('Remove')}
        destructive
        onConfirm={onTakeBack}
      />
    </div>
  );
}
