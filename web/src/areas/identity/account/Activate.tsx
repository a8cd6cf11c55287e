// /auth/activate: confirms an email address by code.
import { useEffect, useRef, useState } from 'react';
import { Link } from '@tanstack/react-router';
import { ApiError, buttonClass, Button, errorMessage, ErrorNote, Spinner } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { ChoosePassword } from './ChoosePassword.tsx';
import { forgetFragment, mailedCode } from './fragment.ts';
import { activateEmail, type MayLogIn } from './queries.ts';
import SendAgain from './SendAgain.tsx';
import { SignInPage } from './SignInPage.tsx';

type Outcome = MayLogIn & { resetCode?: string | null };

export function Activate() {
  const t = useT();
  const [code] = useState(() => mailedCode(location.hash));
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [round, setRound] = useState(0);
  const requestedAttempt = useRef(-1);
  useEffect(() => {
    // Codes work once: a second call would be rejected.
    if (!code || requestedAttempt.current === round) return;
    requestedAttempt.current = round;
    activateEmail(code.userId, code.code).then(
      (answer) => {
        forgetFragment();
        setOutcome(answer);
      },
      (error: unknown) => setFailure(error),
    );
  }, [code, round]);

  if (code && outcome?.resetCode) {
    return (
      <SignInPage
        title={t('Choose a password')}
        description={t(
          'Your email address is confirmed. Choose a password to sign in as {userName}.',
          { userName: outcome.userName },
        )}
      >
        <ChoosePassword
          code={{ userId: code.userId, code: outcome.resetCode }}
          submitLabel={t('Set password')}
        />
      </SignInPage>
    );
  }
  if (outcome) {
    return (
      <SignInPage
        title={t('Your email address is confirmed')}
        description={
          outcome.canLogin
            ? t('You can sign in now.')
            : t('Your account is waiting for approval. You can sign in once it is approved.')
        }
      >
        <Link
          to="/auth/login"
          search={{ userName: outcome.userName }}
          className={buttonClass({ size: 'lg', className: 'w-full' })}
        >
          {t('Sign in')}
        </Link>
      </SignInPage>
    );
  }
  const retriable =
    failure instanceof ApiError &&
    (failure.status === 0 || failure.status >= 500 || failure.status === 429);
  if (!code || failure) {
    return (
      <SignInPage title={t('Confirm your email address')}>
        <div className="grid gap-4">
          <ErrorNote
            message={
              code
                ? errorMessage(failure)
                : t('The link is incomplete. Open it from the email again, or copy the full link.')
            }
          />
          {retriable ? (
            <Button
              onClick={() => {
                setFailure(null);
                setRound(round + 1);
              }}
            >
              {t('Try again')}
            </Button>
          ) : (
            <SendAgain emailAddress="" />
          )}
          <Link to="/auth/login" className={buttonClass({ variant: 'outline' })}>
            {t('Go to sign-in')}
          </Link>
        </div>
      </SignInPage>
    );
  }
  return (
    <SignInPage title={t('Confirm your email address')}>
      <Spinner label={t('One moment')} />
    </SignInPage>
  );
}
