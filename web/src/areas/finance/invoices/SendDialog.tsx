// Emails an invoice.
import { TextField } from '../../../kit/form-fields.tsx';
import { useRecordForm } from '../../../kit/form.ts';
import { FormDialog } from '../../../kit/FormDialog.tsx';
import { NoMailServer } from '../../../kit/emails/NoMailServer.tsx';
import { emailsKey } from '../../../kit/emails/queries.ts';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../shell/toast.tsx';
import { invoiceName, type WholeInvoice } from '../model.ts';
import { missingText } from './missing.ts';
import { invoicesKey, sendInvoice } from '../queries.ts';

export function SendDialog({ invoice, onClose }: { invoice: WholeInvoice; onClose: () => void }) {
  const t = useT();
  const name = invoiceName(invoice);
  const form = useRecordForm({
    record: invoice,
    values: ({ customer }) => ({ emailAddress: customer.email ?? '' }),
    rules: { emailAddress: { needed: t('Enter an email address'), email: true } },
    save: ({ emailAddress }) => sendInvoice(invoice.id, emailAddress.trim()),
    stale: [invoicesKey, emailsKey],
    notice: ({ emailAddress }) =>
      t('The email of {name} to {address} is queued', { name, address: emailAddress }),
    saved: ({ warnings }) => {
      if (warnings.length > 0)
        toast({
          title: t('{name} goes out without the e-invoice', { name }),
          description: warnings.map(missingText).join(' '),
        });
      onClose();
    },
  });
  return (
    <FormDialog
      of={form}
      size="sm"
      light
      title={t('Send {name}', { name })}
      description={t(
        'The PDF goes out with the e-invoice (UBL), if nothing that it needs is missing.',
      )}
      action={t('Send')}
      onClose={onClose}
    >
      <NoMailServer />
      <TextField name="emailAddress" type="email" label={t('To')} />
    </FormDialog>
  );
}
