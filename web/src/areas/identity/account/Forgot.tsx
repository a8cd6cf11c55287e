// /auth/forgot: asks for the e-mail with which one chooses a new password.
import { useState, type FormEvent } from 'react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Button, errorMessage, ErrorNote, Field, Input } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { EMAIL } from './email.ts';
import { sendResetCode } from './queries.ts';
import { LINK, SignInPage } from './SignInPage.tsx';

const route = getRouteApi('/bare/auth/forgot');

export function Forgot() {
  const t = useT();
  const { email = '' } = route.useSearch();
  const [address, setAddress] = useState(email);
  const [sent, setSent] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const [invalid, setInvalid] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    const emailAddress = address.trim();
    const wrong = !EMAIL.test(emailAddress);
    setInvalid(wrong);
    if (wrong) return;
    setPending(true);
    setError(null);
    try {
      await sendResetCode(emailAddress);
      setSent(emailAddress);
    } catch (thrown) {
      setError(errorMessage(thrown));
    } finally {
      setPending(false);
    }
  };

  const back = (
    <p className="mt-6 text-sm">
      <Link to="/auth/login" className={LINK}>
        {t('Back to signing in')}
      </Link>
    </p>
  );
  if (sent) {
    return (
      <SignInPage title={t('Look into your mailbox')} foot={back}>
        <p role="status" className="text-sm">
          {t('If {email} belongs to an account here, an e-mail with a link is on its way to it. The link works for a short time and once.', { email: sent })}
        </p>
        <p className="mt-3 text-sm text-muted-foreground">{t('Nothing there after a few minutes? Look among the unwanted mail, or try another address.')}</p>
        <Button variant="outline" className="mt-5" onClick={() => setSent(null)}>
          {t('Try another address')}
        </Button>
      </SignInPage>
    );
  }
  return (
    <SignInPage title={t('Forgotten password')} description={t('Enter the e-mail address of your account. We send you a link with which you choose a new password.')} foot={back}>
      <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
        {error && <ErrorNote message={error} />}
        <Field label={t('E-mail address')} error={invalid ? t('Enter the whole e-mail address.') : undefined}>
          <Input name="emailAddress" type="email" autoComplete="email" autoFocus maxLength={256} className="h-10" value={address} onChange={(event) => setAddress(event.target.value)} />
        </Field>
        <Button type="submit" size="lg" pending={pending}>
          {t('Send the link')}
        </Button>
      </form>
    </SignInPage>
  );
}
