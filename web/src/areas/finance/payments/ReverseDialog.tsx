// Reverses a payment that the bank returned, or the unrefunded part of a card payment.
import { useFormat } from '@waybill/plugin';
import { AreaField, TextField } from '../../../kit/form-fields.tsx';
import { useRecordForm } from '../../../kit/form.ts';
import { FormDialog } from '../../../kit/FormDialog.tsx';
import { dayIn } from '../../../lib/days.ts';
import { useT } from '../../../lib/i18n.ts';
import type { Payment } from '../model.ts';
import { reversePayment, STALE } from '../queries.ts';
import { paidOf } from './shares.ts';

export function ReverseDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const t = useT();
  const format = useFormat();
  const count = paidOf(payment).length;
  const name = `#${payment.id}`;
  const form = useRecordForm({
    record: payment,
    values: () => ({ date: dayIn(format.timezone), reference: '', note: '' }),
    rules: { date: { needed: t('Choose a day') }, reference: { max: 256 }, note: { max: 2000 } },
    members: { reversalDate: 'date', referenceNumber: 'reference' },
    save: ({ date, reference, note }) =>
      reversePayment({
        paymentId: payment.id,
        reversalDate: date,
        referenceNumber: reference.trim() || null,
        note: note.trim() || null,
      }),
    stale: STALE,
    notice: () => t('Payment {name} reversed', { name }),
    saved: onClose,
  });
  const amount = format.money(payment.paidAmount - payment.refundedAmount);
  return (
    <FormDialog
      of={form}
      size="sm"
      title={t('Reverse payment {name}?', { name })}
      description={
        count === 0
          ? t("{amount} is deducted from the customer's payments. This cannot be undone.", {
              amount,
            })
          : t(
              '{amount} is deducted, and {count} invoices are open again. This cannot be undone.',
              { amount, count },
              '{amount} is deducted, and {count} invoice is open again. This cannot be undone.',
            )
      }
      action={t('Reverse payment')}
      destructive
      onClose={onClose}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField name="date" type="date" label={t('Day')} />
        <TextField name="reference" label={t('Reference')} />
      </div>
      <AreaField name="note" label={t('Note')} rows={2} hint={t('Reason for the reversal')} />
    </FormDialog>
  );
}
