// Changes the user's password.
import { Button } from '@waybill/plugin';
import { useRecordForm } from '../../../kit/form.ts';
import { FormBody } from '../../../kit/FormPage.tsx';
import {
  NewPassword,
  NO_PASSWORD,
  passwordProblems,
  usePasswordRules,
} from '../../../kit/password/NewPassword.tsx';
import { PasswordInput } from '../../../kit/password/PasswordInput.tsx';
import { useT } from '../../../lib/i18n.ts';
import { changePassword } from '../account/queries.ts';

export interface ChangePasswordProps {
  onChanged: () => void;
  locked?: boolean;
}

export function ChangePassword({ onChanged, locked = false }: ChangePasswordProps) {
  const t = useT();
  const rules = usePasswordRules();
  const form = useRecordForm({
    record: null,
    values: () => ({ current: '', ...NO_PASSWORD }),
    rules: { current: { needed: t('Enter your current password.') } },
    check: (values) => passwordProblems(t, rules, values),
    members: { currentPassword: 'current', newPassword: 'password' },
    save: ({ current, password }) => changePassword(current, password),
    saved: () => {
      form.discard();
      onChanged();
    },
  });
  const { register, formState } = form.form;
  return (
    <FormBody of={form} brief label={t('Change password')}>
      <fieldset disabled={locked} className="grid gap-4">
        <legend className="sr-only">{t('Change password')}</legend>
        <PasswordInput
          label={t('Current password')}
          autoComplete="current-password"
          error={formState.errors.current?.message}
          {...register('current')}
        />
        <NewPassword />
        <Button
          type="submit"
          size="lg"
          pending={form.saving}
          disabled={locked}
          className="justify-self-start"
        >
          {t('Change password')}
        </Button>
      </fieldset>
    </FormBody>
  );
}
