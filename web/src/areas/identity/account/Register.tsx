// /auth/register: someone becomes a customer by themselves, where the tenant allows it.
import { useState, type FormEvent } from 'react';
import { Link } from '@tanstack/react-router';
import { Building2, User } from 'lucide-react';
import { ApiError, Button, buttonClass, cn, errorMessage, ErrorNote, Field, Input } from '@waybill/plugin';
import { signIn } from '../../../api/session.ts';
import { useTenant } from '../../../api/tenant.tsx';
import { useT } from '../../../lib/i18n.ts';
import { NewPassword, NO_PASSWORD, passwordProblems, usePasswordRules, type NewPasswordValue } from './NewPassword.tsx';
import { register } from './queries.ts';
import { RegisterAddress } from './RegisterAddress.tsx';
import { EMPTY_REGISTRATION, fieldOf, registrationProblems, toRegistration, type RegistrationDraft, type RegistrationProblems } from './registration.ts';
import { LINK, SignInPage } from './SignInPage.tsx';

export function Register() {
  const t = useT();
  const tenant = useTenant();
  const [arrived, setArrived] = useState<string | null>(null);
  const foot = (
    <p className="mt-6 text-sm text-muted-foreground">
      {t('You have an account already?')}{' '}
      <Link to="/auth/login" className={LINK}>
        {t('Sign in')}
      </Link>
    </p>
  );
  if (!tenant.allowSelfRegistration) {
    return (
      <SignInPage title={t('Register')}>
        <p className="text-sm text-muted-foreground">{t('{tenant} gives out accounts itself. Ask there for one.', { tenant: tenant.name })}</p>
        <Link to="/auth/login" className={buttonClass({ size: 'lg', className: 'mt-6 w-full' })}>
          {t('To the sign-in page')}
        </Link>
      </SignInPage>
    );
  }
  if (arrived) {
    return (
      <SignInPage title={t('Your registration has arrived')}>
        <p role="status" className="text-sm">
          {t('You can sign in as {email} as soon as the address is confirmed and the account approved. Look into your mailbox: a link may wait there for you.', { email: arrived })}
        </p>
        <Link to="/auth/login" search={{ userName: arrived }} className={buttonClass({ size: 'lg', className: 'mt-6 w-full' })}>
          {t('To the sign-in page')}
        </Link>
      </SignInPage>
    );
  }
  return (
    <SignInPage wide title={t('Register as a customer')} description={t('of {tenant}', { tenant: tenant.name })} foot={foot}>
      <RegisterForm onArrived={setArrived} />
    </SignInPage>
  );
}

const KINDS = [
  { value: 'business', icon: Building2 },
  { value: 'person', icon: User },
] as const;

function RegisterForm({ onArrived }: { onArrived: (email: string) => void }) {
  const t = useT();
  const rules = usePasswordRules();
  const [draft, setDraft] = useState<RegistrationDraft>(EMPTY_REGISTRATION);
  const [password, setPassword] = useState<NewPasswordValue>(NO_PASSWORD);
  const [errors, setErrors] = useState<RegistrationProblems & Partial<NewPasswordValue>>({});
  const [failures, setFailures] = useState<string[]>([]);
  const [pending, setPending] = useState(false);
  const change = (part: Partial<RegistrationDraft>) => setDraft((before) => ({ ...before, ...part }));
  const isBusiness = draft.kind === 'business';

  /** Says what the server refused: on its field where there is one. */
  const tell = (error: unknown) => {
    const refused: RegistrationProblems & Partial<NewPasswordValue> = {};
    const rest: string[] = [];
    for (const { message, members } of error instanceof ApiError ? error.validationErrors : []) {
      const field = fieldOf(members[0] ?? '');
      if (field) refused[field] = message;
      else rest.push(message);
    }
    setErrors(refused);
    setFailures(rest.length > 0 || Object.keys(refused).length > 0 ? rest : [errorMessage(error)]);
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const form = event.currentTarget;
    const problems = { ...registrationProblems(t, draft), ...passwordProblems(t, rules, password) };
    setErrors(problems);
    setFailures([]);
    if (Object.keys(problems).length > 0) {
      // The first on the page, which is not the first that was found.
      return setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
    }
    setPending(true);
    try {
      const registration = toRegistration(draft, password.password);
      const { canLogin } = await register(registration);
      const entered = canLogin && (await signIn({ userName: registration.email, password: password.password }, `${location.origin}/`)).ok;
      if (entered) return location.replace('/');
      return onArrived(registration.email);
    } catch (error) {
      tell(error);
      return setPending(false);
    }
  };

  const words = { business: t('A business'), person: t('A person') };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-5">
      {failures.map((failure) => (
        <ErrorNote key={failure} message={failure} />
      ))}
      <fieldset>
        <legend className="mb-1.5 text-[13px] font-medium">{t('Who sends?')}</legend>
        <div className="grid grid-cols-2 gap-2">
          {KINDS.map(({ value, icon: Icon }) => (
            <label
              key={value}
              className={cn(
                'flex cursor-pointer items-center justify-center gap-2 rounded-md border border-input px-3 py-2.5 text-sm has-focus-visible:outline-2 has-focus-visible:outline-ring [&_svg]:size-4',
                draft.kind === value ? 'border-primary bg-accent font-medium ring-1 ring-primary' : 'hover:bg-accent',
              )}
            >
              <input type="radio" name="kind" value={value} checked={draft.kind === value} onChange={() => change({ kind: value })} className="sr-only" />
              <Icon aria-hidden />
              {words[value]}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-2">
        {isBusiness && (
          <Field label={t('Company name')} error={errors.companyName} className="sm:col-span-2">
            <Input name="companyName" autoComplete="organization" maxLength={128} value={draft.companyName} onChange={(event) => change({ companyName: event.target.value })} />
          </Field>
        )}
        <Field label={isBusiness ? t('Contact name') : t('Your name')} error={errors.contactName}>
          <Input name="contactName" autoComplete="name" maxLength={128} value={draft.contactName} onChange={(event) => change({ contactName: event.target.value })} />
        </Field>
        <Field label={t('Telephone')} error={errors.contact}>
          <Input name="contact" type="tel" autoComplete="tel" maxLength={32} value={draft.contact} onChange={(event) => change({ contact: event.target.value })} />
        </Field>
        <Field label={t('E-mail address')} hint={t('You sign in with it.')} error={errors.email} className="sm:col-span-2">
          <Input name="email" type="email" autoComplete="email" maxLength={256} value={draft.email} onChange={(event) => change({ email: event.target.value })} />
        </Field>
      </div>
      <RegisterAddress draft={draft} errors={errors} onChange={change} />
      <NewPassword label={t('Password')} value={password} onChange={setPassword} errors={errors} />
      <Field label={t('How did you find us?')} optional error={errors.customerSource}>
        <Input name="customerSource" autoComplete="off" maxLength={128} value={draft.customerSource} onChange={(event) => change({ customerSource: event.target.value })} />
      </Field>
      <Button type="submit" size="lg" pending={pending}>
        {t('Register')}
      </Button>
    </form>
  );
}
