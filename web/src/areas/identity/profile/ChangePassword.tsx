// Changes one's own password: the present one, then the new one twice with the tenant's rules.
import { useState, type FormEvent } from 'react';
import { ApiError, Button, errorMessage, ErrorNote } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { passwordRefusal } from '../account/ChoosePassword.tsx';
import { NewPassword, NO_PASSWORD, passwordProblems, usePasswordRules, type NewPasswordValue } from '../account/NewPassword.tsx';
import { PasswordInput } from '../account/PasswordInput.tsx';
import { changePassword } from '../account/queries.ts';

export interface ChangePasswordProps {
  onChanged: () => void;
  locked?: boolean;
}

const aboutCurrent = (error: unknown) => (error instanceof ApiError ? error.validationErrors.find(({ members }) => members.some((member) => /currentPassword$/i.test(member)))?.message : undefined);

export function ChangePassword({ onChanged, locked = false }: ChangePasswordProps) {
  const t = useT();
  const rules = usePasswordRules();
  const [current, setCurrent] = useState('');
  const [value, setValue] = useState<NewPasswordValue>(NO_PASSWORD);
  const [errors, setErrors] = useState<Partial<NewPasswordValue> & { current?: string }>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [pending, setPending] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const form = event.currentTarget;
    const problems = { ...(current ? {} : { current: t('Enter your present password.') }), ...passwordProblems(t, rules, value) };
    setErrors(problems);
    setFailure(null);
    const first = Object.keys(problems)[0];
    if (first) return form.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    setPending(true);
    try {
      await changePassword(current, value.password);
      setCurrent('');
      setValue(NO_PASSWORD);
      onChanged();
    } catch (error) {
      const wrong = aboutCurrent(error);
      const refused = wrong ? null : passwordRefusal(error);
      if (wrong) setErrors({ current: wrong });
      else if (refused) setErrors({ password: refused });
      else setFailure(errorMessage(error));
    }
    return setPending(false);
  };

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <fieldset disabled={locked} className="grid gap-4">
        <legend className="sr-only">{t('Change the password')}</legend>
        {failure && <ErrorNote message={failure} />}
        <PasswordInput label={t('Present password')} name="current" autoComplete="current-password" error={errors.current} value={current} onChange={(event) => setCurrent(event.target.value)} />
        <NewPassword value={value} onChange={setValue} errors={errors} />
        <Button type="submit" size="lg" pending={pending} disabled={locked} className="justify-self-start">
          {t('Change the password')}
        </Button>
      </fieldset>
    </form>
  );
}
