// Disables the second factor, with password.
import { useRecordForm } from '../../../kit/form.ts';
import { FormDialog } from '../../../kit/FormDialog.tsx';
import { useT } from '../../../lib/i18n.ts';
import { PasswordInput } from '../../../kit/password/PasswordInput.tsx';
import { disableTwoFactor, profileKey } from './queries.ts';

export function DisableDialog({
  hasPassword,
  onClose,
}: {
  hasPassword: boolean;
  onClose: () => void;
}) {
  const t = useT();
  const form = useRecordForm({
    record: null,
    values: () => ({ password: '' }),
    rules: hasPassword ? { password: { needed: t('Enter your password.') } } : {},
    members: { currentPassword: 'password' },
    save: ({ password }) => disableTwoFactor(password),
    stale: [profileKey],
    notice: () => t('Two-factor authentication is off'),
    saved: onClose,
  });
  const { register, formState } = form.form;
  return (
    <FormDialog
      of={form}
      size="sm"
      title={t('Turn off two-factor authentication?')}
      description={t(
        'You will sign in with your password only. Recovery codes and remembered browsers are removed.',
      )}
      action={t('Turn off')}
      destructive
      onClose={onClose}
    >
      {hasPassword && (
        <PasswordInput
          label={t('Your password')}
          autoComplete="current-password"
          error={formState.errors.password?.message}
          {...register('password')}
        />
      )}
    </FormDialog>
  );
}
