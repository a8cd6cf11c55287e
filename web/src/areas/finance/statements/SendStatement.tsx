// Emails a statement; customers use their own address.
import { useSession } from '../../../api/session.ts';
import { TextField } from '../../../kit/form-fields.tsx';
import { useRecordForm } from '../../../kit/form.ts';
import { FormDialog } from '../../../kit/FormDialog.tsx';
import { NoMailServer } from '../../../kit/emails/NoMailServer.tsx';
import { emailsKey } from '../../../kit/emails/queries.ts';
import { useCustomer } from '../../../kit/pickers/CustomerName.tsx';
import { dayText } from '../../../lib/days.ts';
import { useFormat } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import type { Days } from '../receivables/model.ts';
import { sendStatement } from '../receivables/queries.ts';

export function SendStatement({
  customerId,
  days,
  onClose,
}: {
  customerId: number;
  days: Days;
  onClose: () => void;
}) {
  const t = useT();
  const { language } = useFormat();
  const { isTenant } = useSession();
  const customer = useCustomer(customerId);
  const form = useRecordForm({
    record: customer,
    values: (found) => ({ emailAddress: found?.email ?? '' }),
    rules: { emailAddress: { email: true } },
    save: ({ emailAddress }) =>
      sendStatement(customerId, days, isTenant ? emailAddress.trim() || null : null),
    stale: [emailsKey],
    notice: () => t('The email of the statement is queued'),
    saved: onClose,
  });
  const period = t('From {from} to {to}, as a PDF with a table.', {
    from: dayText(days.from, language),
    to: dayText(days.to, language),
  });
  return (
    <FormDialog
      of={form}
      size="sm"
      light
      title={t('Send statement')}
      description={
        isTenant ? period : `${period} ${t('It goes to the address that we have of your company.')}`
      }
      action={t('Send')}
      onClose={onClose}
    >
      <NoMailServer />
      {isTenant && (
        <TextField
          name="emailAddress"
          type="email"
          label={t('To')}
          hint={t('The customer’s own address where this is empty.')}
        />
      )}
    </FormDialog>
  );
}
