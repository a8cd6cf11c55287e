// Resends the confirmation; doesn't reveal known addresses.
import { useState } from 'react';
import { Button } from '@waybill/plugin';
import { TextField } from '../../../kit/form-fields.tsx';
import { useRecordForm } from '../../../kit/form.ts';
import { FormBody } from '../../../kit/FormPage.tsx';
import { useT } from '../../../lib/i18n.ts';
import { sendActivationLink } from './queries.ts';

export default function SendAgain({ emailAddress: known }: { emailAddress: string }) {
  const t = useT();
  const [sent, setSent] = useState(false);
  const form = useRecordForm({
    record: null,
    values: () => ({ emailAddress: known }),
    rules: { emailAddress: { needed: t('Enter a complete email address.'), email: true } },
    save: ({ emailAddress }) => sendActivationLink(emailAddress.trim()),
    saved: () => setSent(true),
  });
  if (sent) {
    return (
      <p
        role="status"
        className="rounded-lg border border-border bg-success-soft px-3 py-2.5 text-sm text-success-text"
      >
        {t('If this address belongs to an unconfirmed account, an email is sent to it.')}
      </p>
    );
  }
  return (
    <FormBody of={form} brief className="gap-3 rounded-lg border border-border p-3">
      <TextField
        name="emailAddress"
        type="email"
        label={t('Email address')}
        autoComplete="email"
        maxLength={256}
      />
      <Button type="submit" variant="outline" pending={form.saving}>
        {t('Resend email')}
      </Button>
    </FormBody>
  );
}
