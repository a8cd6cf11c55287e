// Low balance threshold, or the default.
import { useState } from 'react';
import { Button, useFormat, readNumber, writeNumber } from '@waybill/plugin';
import { NumberField } from '../../../kit/form-fields.tsx';
import { useRecordForm } from '../../../kit/form.ts';
import { FormDialog } from '../../../kit/FormDialog.tsx';
import { useT } from '../../../lib/i18n.ts';
import { prepaidQuery } from '../receivables/queries.ts';
import { updateLowBalance } from '../reminders/queries.ts';

interface Thresholds {
  customerId: number;
  currency: string;
  ownThreshold: number | null;
  lowBalanceThreshold: number | null;
}

export function LowBalance({ of }: { of: Thresholds }) {
  const t = useT();
  const format = useFormat();
  const [editing, setEditing] = useState(false);
  const { lowBalanceThreshold: threshold, ownThreshold, currency } = of;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-2 text-[13px] text-muted-foreground">
      {threshold === null
        ? t('No low balance emails are sent.')
        : ownThreshold === null
          ? t('Email below {amount}, as for all customers.', {
              amount: format.money(threshold, currency),
            })
          : t('Email below {amount}, set for this customer.', {
              amount: format.money(threshold, currency),
            })}
      <Button variant="outline" size="sm" onClick={() => setEditing(true)}>
        {t('Change…')}
      </Button>
      {editing && <ThresholdDialog of={of} onClose={() => setEditing(false)} />}
    </div>
  );
}

function ThresholdDialog({ of, onClose }: { of: Thresholds; onClose: () => void }) {
  const t = useT();
  const form = useRecordForm({
    record: of,
    values: ({ ownThreshold }) => ({
      threshold: ownThreshold === null ? '' : writeNumber(ownThreshold),
    }),
    check: ({ threshold }): Record<string, string> => {
      const read = readNumber(threshold);
      return threshold.trim() && (read === null || read < 0)
        ? { threshold: t('Enter an amount of 0 or more') }
        : {};
    },
    save: ({ threshold }) =>
      updateLowBalance(of.customerId, threshold.trim() ? readNumber(threshold) : null),
    stale: [prepaidQuery(of.customerId).queryKey],
    notice: () => t('Low balance saved'),
    saved: onClose,
  });
  return (
    <FormDialog
      of={form}
      size="sm"
      light
      title={t('Low balance')}
      description={t('The customer is emailed once when its prepaid balance falls below this.')}
      onClose={onClose}
    >
      <NumberField
        name="threshold"
        label={t('Low balance threshold')}
        unit={of.currency}
        optional
        hint={t('Empty for the amount in the settings.')}
      />
    </FormDialog>
  );
}
