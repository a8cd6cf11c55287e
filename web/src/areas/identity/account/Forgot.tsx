// /auth/forgot: requests a password reset.
import { useState } from 'react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Button } from '@waybill/plugin';
import { TextField } from '../../../kit/form-fields.tsx';
import { useRecordForm } from '../../../kit/form.ts';
import { FormBody } from '../../../kit/FormPage.tsx';
import { useT } from '../../../lib/i18n.ts';
import { sendResetCode } from './queries.ts';
import { LINK, SignInPage } from './SignInPage.tsx';

const route = getRouteApi('/bare/auth/forgot');

export function Forgot() {
  const t = useT();
  const { email = '' } = route.useSearch();
  const [sent, setSent] = useState<string | null>(null);
  const form = useRecordForm({
    record: null,
    values: () => ({ emailAddress: email }),
    rules: { emailAddress: { needed: t('Enter a complete email address.'), email: true } },
    save: ({ emailAddress }) => sendResetCode(emailAddress.trim()),
    saved: (_, { emailAddress }) => setSent(emailAddress.trim()),
  });

  const back = (
    <p className="mt-6 text-sm">
      <Link to="/auth/login" className={LINK}>
        {t('Back to sign-in')}
      </Link>
    </p>
  );
  if (sent) {
    return (
      <SignInPage title={t('Check your email')} foot={back}>
        <p role="status" className="text-sm">
          {t(
            'If an account exists for {email}, a link is sent to it. The link can be used once and expires soon.',
            { email: sent },
          )}
        </p>
        <p className="mt-3 text-sm text-muted-foreground">
          {t('Nothing after a few minutes? Check your spam folder or try another address.')}
        </p>
        <Button variant="outline" className="mt-5" onClick={() => setSent(null)}>
          {t('Try another address')}
        </Button>
      </SignInPage>
    );
  }
  return (
    <SignInPage
      title={t('Forgot password')}
      description={t(
        'Enter the email address of your account. We will send you a link to choose a new password.',
      )}
      foot={back}
    >
      <FormBody of={form} brief>
        <TextField
          name="emailAddress"
          type="email"
          label={t('Email address')}
          autoComplete="email"
          autoFocus
          maxLength={256}
        />
        <Button type="submit" size="lg" pending={form.saving}>
          {t('Send link')}
        </Button>
      </FormBody>
    </SignInPage>
  );
}
