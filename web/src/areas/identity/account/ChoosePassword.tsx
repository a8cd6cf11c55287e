// Sets the password after a mailed link.
import { useNavigate } from '@tanstack/react-router';
import { Button } from '@waybill/plugin';
import { signIn } from '../../../api/sign-in.ts';
import { useRecordForm } from '../../../kit/form.ts';
import { FormBody } from '../../../kit/FormPage.tsx';
import {
  NewPassword,
  NO_PASSWORD,
  passwordProblems,
  usePasswordRules,
  type NewPasswordValue,
} from '../../../kit/password/NewPassword.tsx';
import { useT } from '../../../lib/i18n.ts';
import { forgetFragment, type MailedCode } from './fragment.ts';
import { resetPassword } from './queries.ts';

export function ChoosePassword({ code, submitLabel }: { code: MailedCode; submitLabel: string }) {
  const t = useT();
  const navigate = useNavigate();
  const rules = usePasswordRules();
  const form = useRecordForm({
    record: null,
    values: (): NewPasswordValue => NO_PASSWORD,
    check: (values) => passwordProblems(t, rules, values),
    save: async ({ password }) => {
      const { canLogin, userName } = await resetPassword(code.userId, code.code, password);
      forgetFragment();
      // If sign-in fails, the sign-in page reports it.
      const isIn =
        canLogin &&
        (await signIn({ userName, password }, `${location.origin}/`).catch(() => null))?.ok;
      return { userName, isIn };
    },
    saved: ({ userName, isIn }) => {
      // Full reload: clears an earlier session from memory.
      if (isIn) return location.replace('/');
      return navigate({ to: '/auth/login', search: { done: 'password', userName }, replace: true });
    },
  });
  return (
    <FormBody of={form} brief>
      <NewPassword autoFocus />
      <Button type="submit" size="lg" pending={form.saving} className="mt-1">
        {submitLabel}
      </Button>
    </FormBody>
  );
}
