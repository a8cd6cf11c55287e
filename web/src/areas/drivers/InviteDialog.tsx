// Invitation of a driver by email.
import { TextField } from '../../kit/form-fields.tsx';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { useRecordForm } from '../../kit/form.ts';
import { useT } from '../../lib/i18n.ts';
import { driversKey, inviteDriver } from './queries.ts';

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const form = useRecordForm({
    record: null,
    values: () => ({ email: '' }),
    rules: () => ({ email: { needed: t('Enter the email address'), max: 256 } }),
    members: { 'invitation.email': 'email' },
    save: ({ email }) => inviteDriver(email.trim()),
    stale: [driversKey],
    notice: ({ invitation }) =>
      t('Invitation to {email} is on its way', { email: invitation.email }),
    saved: onClose,
  });
  return (
    <FormDialog
      of={form}
      title={t('Invite driver')}
      description={t(
        'The driver gets a link that works once, for 7 days, and enters the details and the ' +
          'vehicle. You approve the driver afterwards.',
      )}
      action={t('Invite')}
      onClose={onClose}
    >
      <TextField name="email" type="email" label={t('Email address')} />
    </FormDialog>
  );
}
