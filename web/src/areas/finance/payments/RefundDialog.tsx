// Records a refund.
import { useFormat, readNumber } from '@waybill/plugin';
import { useWatch } from '@waybill/plugin/forms';
import { AreaField, NumberField, SelectField, TextField } from '../../../kit/form-fields.tsx';
import { useRecordForm } from '../../../kit/form.ts';
import { FormDialog } from '../../../kit/FormDialog.tsx';
import { dayIn } from '../../../lib/days.ts';
import { useT } from '../../../lib/i18n.ts';
import type { Payment } from '../model.ts';
import { digitsOf, fieldText, roundTo } from '../../../lib/money.ts';
import { refundPayment, STALE } from '../queries.ts';
import { paidOf } from './shares.ts';

const REST = '';

export function RefundDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const t = useT();
  const format = useFormat();
  const digits = digitsOf(format.currency);
  const shares = paidOf(payment);
  const first = payment.unallocatedAmount > 0 ? REST : String(shares[0]?.invoiceId ?? REST);
  const maxAmount = (from: string) =>
    from === REST
      ? payment.unallocatedAmount
      : (shares.find(({ invoiceId }) => String(invoiceId) === from)?.amount ?? 0);
  const form = useRecordForm({
    record: payment,
    values: () => ({
      from: first,
      amount: fieldText(maxAmount(first), digits),
      date: dayIn(format.timezone),
      reference: '',
      note: '',
    }),
    rules: {
      amount: { needed: t('Enter the amount'), number: { min: 0 } },
      date: { needed: t('Choose a day') },
      reference: { max: 256 },
      note: { max: 2000 },
    },
    check: ({ from, amount }): Record<string, string> => {
      const value = readNumber(amount);
      if (value === null) return {};
      if (value === 0) return { amount: t('Must be more than 0') };
      if (value > maxAmount(from))
        return { amount: t('At most {amount}', { amount: format.money(maxAmount(from)) }) };
      return roundTo(value, digits) === value
        ? {}
        : { amount: t('Too many digits after the point') };
    },
    members: { invoiceId: 'from', refundDate: 'date', referenceNumber: 'reference' },
    save: ({ from, amount, date, reference, note }) =>
      refundPayment({
        paymentId: payment.id,
        amount: readNumber(amount) ?? 0,
        invoiceId: from === REST ? null : Number(from),
        refundDate: date,
        referenceNumber: reference.trim() || null,
        note: note.trim() || null,
      }),
    stale: STALE,
    notice: (_, { amount }) =>
      t('{amount} refunded', { amount: format.money(readNumber(amount) ?? 0) }),
    saved: onClose,
  });
  return (
    <FormDialog
      of={form}
      size="sm"
      title={t('Refund payment {name}', { name: `#${payment.id}` })}
      description={t('Records that the money goes back to the customer. Pay it out at your bank.')}
      action={t('Refund')}
      onClose={onClose}
    >
      {shares.length > 0 && (
        <SelectField name="from" optional={false} label={t('Refund from')} hint={<FromHint />}>
          {payment.unallocatedAmount > 0 && (
            <option value={REST}>
              {t('Unallocated, {amount}', { amount: format.money(payment.unallocatedAmount) })}
            </option>
          )}
          {shares.map(({ invoiceId, invoiceNumber, amount }) => (
            <option key={invoiceId} value={invoiceId}>
              {t('{invoice}, {amount}', {
                invoice: invoiceNumber ?? `#${invoiceId}`,
                amount: format.money(amount),
              })}
            </option>
          ))}
        </SelectField>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <NumberField name="amount" label={t('Amount')} unit={format.currency} />
        <TextField name="date" type="date" label={t('Day')} />
      </div>
      <TextField name="reference" label={t('Reference')} hint={t('As the bank statement has it')} />
      <AreaField name="note" label={t('Note')} rows={2} />
    </FormDialog>
  );
}

function FromHint() {
  const t = useT();
  const from = String(useWatch({ name: 'from' }) ?? REST);
  return from === REST
    ? t('Invoices are not changed.')
    : t('The invoice is open again by as much.');
}
