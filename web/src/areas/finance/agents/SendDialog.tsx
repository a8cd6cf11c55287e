// Emails an invoice to its driver.
import { TextField } from '../../../kit/form-fields.tsx';
import { useRecordForm } from '../../../kit/form.ts';
import { FormDialog } from '../../../kit/FormDialog.tsx';
import { NoMailServer } from '../../../kit/emails/NoMailServer.tsx';
import { emailsKey } from '../../../kit/emails/queries.ts';
import { useT } from '../../../lib/i18n.ts';
import { agentName, type AgentInvoice } from './model.ts';
import { agentsKey, sendAgentInvoice } from './queries.ts';

export function SendDialog({ invoice, onClose }: { invoice: AgentInvoice; onClose: () => void }) {
  const t = useT();
  const name = agentName(invoice);
  const form = useRecordForm({
    record: invoice,
    values: ({ supplier }) => ({ emailAddress: supplier.email ?? '' }),
    rules: { emailAddress: { needed: t('Enter an email address'), email: true } },
    save: ({ emailAddress }) => sendAgentInvoice(invoice.id, emailAddress.trim()),
    stale: [agentsKey, emailsKey],
    notice: ({ emailAddress }) =>
      t('The email of {name} to {address} is queued', { name, address: emailAddress }),
    saved: onClose,
  });
  return (
    <FormDialog
      of={form}
      size="sm"
      light
      title={t('Send {name}', { name })}
      description={t('The driver gets the invoice as a PDF.')}
      action={t('Send')}
      onClose={onClose}
    >
      <NoMailServer />
      <TextField name="emailAddress" type="email" label={t('To')} />
    </FormDialog>
  );
}
