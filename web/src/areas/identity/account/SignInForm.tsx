// Sign-in form with second factor.
import { lazy, Suspense, useState, type FormEvent } from 'react';
import { Link } from '@tanstack/react-router';
import { cn, Button, ErrorNote, Field, Input, Skeleton } from '@waybill/plugin';
import { signIn, type SignInFields } from '../../../api/sign-in.ts';
import type { SignInResult } from '../../../api/auth.ts';
import { useT } from '../../../lib/i18n.ts';
import { errorSentence, refusalWord } from './error-words.ts';
import { PasswordInput } from '../../../kit/password/PasswordInput.tsx';

// Lazy: rarely needed.
const SecondStep = lazy(() => import('./SecondStep.tsx'));
const SendAgain = lazy(() => import('./SendAgain.tsx'));

export interface SignInFormProps {
  returnTo: string;
  error?: string;
  /** Checks the password: this host, or a directory. */
  provider?: string;
  userName?: string;
  nameLabel?: string;
  /** Set for the host's own passwords. */
  forgot?: boolean;
  onSignedIn: () => void;
  /** Called when the second step starts and ends, to hide other options. */
  onSecondStep?: (shown: boolean) => void;
}

type Refusal = Pick<SignInResult, 'error' | 'retryAfter'> & { status?: number };

export function SignInForm({
  returnTo,
  error: initialError,
  provider = 'credentials',
  userName: known = '',
  nameLabel,
  forgot = false,
  onSignedIn,
  onSecondStep,
}: SignInFormProps) {
  const t = useT();
  const [refusal, setRefusal] = useState<Refusal | null>(
    initialError ? { error: initialError } : null,
  );
  const [missing, setMissing] = useState<{ userName?: string; password?: string }>({});
  const [pending, setPending] = useState(false);
  const [second, setSecond] = useState<{ fields: SignInFields; factors: string[] } | null>(null);
  const [typed, setTyped] = useState(known);

  const attempt = (fields: SignInFields) =>
    signIn(fields, new URL(returnTo, location.origin).href, provider);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const form = event.currentTarget;
    const data = new FormData(form);
    const userName = String(data.get('userName') ?? '').trim();
    const password = String(data.get('password') ?? '');
    const lacking = {
      ...(userName ? {} : { userName: t('Enter your user name or email address.') }),
      ...(password ? {} : { password: t('Enter your password.') }),
    };
    setMissing(lacking);
    const first = Object.keys(lacking)[0];
    if (first) return form.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    setPending(true);
    setRefusal(null);
    const result = await attempt({ userName, password });
    setPending(false);
    setTyped(userName);
    if (result.ok) return onSignedIn();
    if (result.error === 'TwoFactorRequired') {
      onSecondStep?.(true);
      return setSecond({
        fields: { userName, password },
        factors: result.factors ?? ['Authenticator'],
      });
    }
    setRefusal(result);
    form.querySelector<HTMLInputElement>('[name=password]')?.select();
  };

  if (second) {
    return (
      <Suspense fallback={<Skeleton className="h-72" />}>
        <SecondStep
          factors={second.factors}
          attempt={(step) => attempt({ ...second.fields, ...step })}
          onSignedIn={onSignedIn}
          onBack={(result) => {
            setSecond(null);
            onSecondStep?.(false);
            setRefusal(result ?? null);
          }}
        />
      </Suspense>
    );
  }
  return (
    <div className="grid gap-4">
      {refusal && (
        <ErrorNote message={errorSentence(t, refusalWord(refusal), refusal.retryAfter)} />
      )}
      {refusal?.error === 'EmailNotConfirmed' && (
        <Suspense>
          <SendAgain emailAddress={typed.includes('@') ? typed : ''} />
        </Suspense>
      )}
      <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
        <Field label={nameLabel ?? t('User name or email')} error={missing.userName}>
          <Input
            name="userName"
            defaultValue={typed}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus={!typed}
            maxLength={256}
            className="h-10"
          />
        </Field>
        <PasswordInput
          label={t('Password')}
          name="password"
          autoComplete="current-password"
          error={missing.password}
          autoFocus={Boolean(typed)}
        />
        {forgot && (
          <Link
            to="/auth/forgot"
            search={typed.includes('@') ? { email: typed } : {}}
            className={cn(
              'justify-self-start rounded text-[13px] text-link underline',
              'underline-offset-2 hover:no-underline focus-visible:outline-2',
              'focus-visible:outline-ring',
            )}
          >
            {t('Forgot your password?')}
          </Link>
        )}
        <Button type="submit" size="lg" pending={pending} className="mt-1 w-full">
          {t('Sign in')}
        </Button>
      </form>
    </div>
  );
}
