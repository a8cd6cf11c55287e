// The form behind a mailed link: a new password, and on into the application where that is possible.
import { useState, type FormEvent } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { ApiError, Button, errorMessage, ErrorNote } from '@waybill/plugin';
import { signIn } from '../../../api/session.ts';
import { useT } from '../../../lib/i18n.ts';
import { NewPassword, NO_PASSWORD, passwordProblems, usePasswordRules, type NewPasswordValue } from './NewPassword.tsx';
import { forgetFragment, type MailedCode } from './fragment.ts';
import { resetPassword } from './queries.ts';

/** What the server says about the password itself belongs on its field. */
export function passwordRefusal(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  const own = error.validationErrors.filter(({ members }) => members.some((member) => /password$/i.test(member)));
  return own.length > 0 ? own.map(({ message }) => message).join(' ') : null;
}

export function ChoosePassword({ code, submitLabel }: { code: MailedCode; submitLabel: string }) {
  const t = useT();
  const navigate = useNavigate();
  const rules = usePasswordRules();
  const [value, setValue] = useState<NewPasswordValue>(NO_PASSWORD);
  const [errors, setErrors] = useState<Partial<NewPasswordValue>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [pending, setPending] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const form = event.currentTarget;
    const problems = passwordProblems(t, rules, value);
    setErrors(problems);
    setFailure(null);
    const first = Object.keys(problems)[0];
    if (first) return form.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    setPending(true);
    try {
      const { canLogin, userName } = await resetPassword(code.userId, code.code, value.password);
      forgetFragment();
      const entered = canLogin && (await signIn({ userName, password: value.password }, `${location.origin}/`)).ok;
      // A new page: nothing of whoever was signed in here before stays in memory.
      if (entered) return location.replace('/');
      return await navigate({ to: '/auth/login', search: { done: 'password', userName }, replace: true });
    } catch (error) {
      const refusal = passwordRefusal(error);
      if (refusal) setErrors({ password: refusal });
      else setFailure(errorMessage(error));
      return setPending(false);
    }
  };

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
      {failure && <ErrorNote message={failure} />}
      <NewPassword value={value} onChange={setValue} errors={errors} autoFocus />
      <Button type="submit" size="lg" pending={pending} className="mt-1">
        {submitLabel}
      </Button>
    </form>
  );
}
