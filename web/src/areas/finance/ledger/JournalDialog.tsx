// Downloads an accounting journal.
import { useFormat } from '@waybill/plugin';
import { useWatch } from '@waybill/plugin/forms';
import { SelectField, TextField } from '../../../kit/form-fields.tsx';
import { useRecordForm } from '../../../kit/form.ts';
import { FormDialog } from '../../../kit/FormDialog.tsx';
import { dayIn } from '../../../lib/days.ts';
import { useT } from '../../../lib/i18n.ts';
import { choices } from '../model.ts';
import { JOURNALS, monthBefore, type JournalFormat } from './model.ts';
import { downloadJournal } from './queries.ts';

/** Xero's name of the rate. */
const NO_TAX = 'BAS Excluded';

export function JournalDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const { timezone } = useFormat();
  const form = useRecordForm({
    record: null,
    values: (): { fromDate: string; toDate: string; format: JournalFormat; taxRate: string } => {
      const { from, to } = monthBefore(dayIn(timezone));
      return { fromDate: from, toDate: to, format: 'csv', taxRate: '' };
    },
    rules: {
      fromDate: { needed: t('Choose a day') },
      toDate: { needed: t('Choose a day') },
      taxRate: { max: 100 },
    },
    check: ({ fromDate, toDate }): Record<string, string> =>
      fromDate && toDate && toDate < fromDate
        ? { toDate: t('The last day must not be before the first') }
        : {},
    save: ({ fromDate, toDate, format, taxRate }) =>
      downloadJournal(fromDate, toDate, format, format === 'xero' ? taxRate.trim() || null : null),
    saved: onClose,
  });
  return (
    <FormDialog
      of={form}
      light
      title={t('Download journal')}
      description={t('Lock the period first to prevent changes after the export.')}
      action={t('Download')}
      onClose={onClose}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField name="fromDate" type="date" label={t('First day')} />
        <TextField name="toDate" type="date" label={t('Last day')} />
      </div>
      <Format />
    </FormDialog>
  );
}

function Format() {
  const t = useT();
  const format = useWatch({ name: 'format' }) as JournalFormat;
  return (
    <>
      <SelectField name="format" optional={false} label={t('For')} hint={t(JOURNALS[format].hint)}>
        {choices(JOURNALS).map(([value, { text }]) => (
          <option key={value} value={value}>
            {t(text)}
          </option>
        ))}
      </SelectField>
      {format === 'xero' && (
        <TextField
          name="taxRate"
          label={t('Tax rate of all lines')}
          optional
          placeholder={NO_TAX}
          hint={t('By its name in Xero. The tax is already a separate line.')}
        />
      )}
    </>
  );
}
