// /auth/register: registration of customers.
import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { Building2, User } from 'lucide-react';
import { Button, buttonClass, cn } from '@waybill/plugin';
import { useFormContext, useWatch } from '@waybill/plugin/forms';
import { signIn } from '../../../api/sign-in.ts';
import { useTenant } from '../../../api/tenant.tsx';
import { TextField } from '../../../kit/form-fields.tsx';
import { useRecordForm } from '../../../kit/form.ts';
import { FormBody } from '../../../kit/FormPage.tsx';
import {
  NewPassword,
  NO_PASSWORD,
  passwordProblems,
  usePasswordRules,
} from '../../../kit/password/NewPassword.tsx';
import { useT } from '../../../lib/i18n.ts';
import { register } from './queries.ts';
import { RegisterAddress } from './RegisterAddress.tsx';
import {
  EMPTY_REGISTRATION,
  fieldOf,
  registrationRules,
  toRegistration,
  type RegistrationDraft,
} from './registration.ts';
import { LINK, SignInPage } from './SignInPage.tsx';

export function Register() {
  const t = useT();
  const tenant = useTenant();
  const [arrived, setArrived] = useState<string | null>(null);
  const foot = (
    <p className="mt-6 text-sm text-muted-foreground">
      {t('Already have an account?')}{' '}
      <Link to="/auth/login" className={LINK}>
        {t('Sign in')}
      </Link>
    </p>
  );
  if (!tenant.allowSelfRegistration) {
    return (
      <SignInPage title={t('Register')}>
        <p className="text-sm text-muted-foreground">
          {t('{tenant} does not offer self-registration. Contact them for an account.', {
            tenant: tenant.name,
          })}
        </p>
        <Link to="/auth/login" className={buttonClass({ size: 'lg', className: 'mt-6 w-full' })}>
          {t('Go to sign-in')}
        </Link>
      </SignInPage>
    );
  }
  if (arrived) {
    return (
      <SignInPage title={t('Registration received')}>
        <p role="status" className="text-sm">
          {t(
            'You can sign in as {email} once the address is confirmed and the account is ' +
              'approved. Check your email for a confirmation link.',
            { email: arrived },
          )}
        </p>
        <Link
          to="/auth/login"
          search={{ userName: arrived }}
          className={buttonClass({ size: 'lg', className: 'mt-6 w-full' })}
        >
          {t('Go to sign-in')}
        </Link>
      </SignInPage>
    );
  }
  return (
    <SignInPage
      wide
      title={t('Register as a customer')}
      description={t('of {tenant}', { tenant: tenant.name })}
      foot={foot}
    >
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
  const passwordRules = usePasswordRules();
  const form = useRecordForm({
    record: null,
    values: () => ({ ...EMPTY_REGISTRATION, ...NO_PASSWORD }),
    rules: (values) => registrationRules(t, values),
    check: (values) => passwordProblems(t, passwordRules, values),
    members: fieldOf,
    units: ['place'],
    save: async (values) => {
      const registration = toRegistration(values, values.password);
      const { canLogin } = await register(registration);
      const isIn =
        canLogin &&
        (
          await signIn(
            { userName: registration.email, password: values.password },
            `${location.origin}/`,
          ).catch(() => null)
        )?.ok;
      return { email: registration.email, isIn };
    },
    saved: ({ email, isIn }) => (isIn ? location.replace('/') : onArrived(email)),
  });
  const isBusiness = useWatch({ control: form.form.control, name: 'kind' }) === 'business';
  return (
    <FormBody of={form} brief className="gap-5">
      <KindChoice />
      <div className="grid gap-4 sm:grid-cols-2">
        {isBusiness && (
          <TextField
            name="companyName"
            label={t('Company name')}
            autoComplete="organization"
            className="sm:col-span-2"
          />
        )}
        <TextField
          name="contactName"
          label={isBusiness ? t('Contact name') : t('Your name')}
          autoComplete="name"
        />
        <TextField name="contact" type="tel" label={t('Phone number')} autoComplete="tel" />
        <TextField
          name="email"
          type="email"
          label={t('Email address')}
          hint={t('Used to sign in.')}
          autoComplete="email"
          className="sm:col-span-2"
        />
      </div>
      <RegisterAddress />
      <NewPassword label={t('Password')} />
      <TextField name="customerSource" label={t('How did you find us?')} />
      <Button type="submit" size="lg" pending={form.saving}>
        {t('Register')}
      </Button>
    </FormBody>
  );
}

function KindChoice() {
  const t = useT();
  const { control, register: bound } = useFormContext<RegistrationDraft>();
  const chosen = useWatch({ control, name: 'kind' });
  const labels = { business: t('Business'), person: t('Individual') };
  return (
    <fieldset>
      <legend className="mb-1.5 text-[13px] font-medium">{t('Account type')}</legend>
      <div className="grid grid-cols-2 gap-2">
        {KINDS.map(({ value, icon: Icon }) => (
          <label
            key={value}
            className={cn(
              'flex cursor-pointer items-center justify-center gap-2 rounded-md',
              'border border-input px-3 py-2.5 text-sm has-focus-visible:outline-2',
              'has-focus-visible:outline-ring [&_svg]:size-4',
              chosen === value
                ? 'border-primary bg-accent font-medium ring-1 ring-primary'
                : 'hover:bg-accent',
            )}
          >
            <input type="radio" value={value} className="sr-only" {...bound('kind')} />
            <Icon aria-hidden />
            {labels[value]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
