// /auth/login: signs in and returns.
import { useEffect } from 'react';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { useSession } from '../../../api/session.ts';
import { useTenant } from '../../../api/tenant.tsx';
import { useT } from '../../../lib/i18n.ts';
import { FullScreenLoading } from '../../../shell/Loading.tsx';
import { languagesQuery } from '../../../shell/languages.ts';
import { Outside } from './Outside.tsx';
import { outsideProvidersQuery } from './queries.ts';
import { LINK, SignInPage, useIsSettled } from './SignInPage.tsx';

const route = getRouteApi('/bare/auth/login');

export function Login() {
  const t = useT();
  const { returnTo = '/', error, done, userName } = route.useSearch();
  const { status } = useSession();
  const tenant = useTenant();
  const router = useRouter();
  const hasProviders = useIsSettled(useQuery(outsideProvidersQuery));
  // In parallel with the session and the providers.
  usePrefetchQuery(languagesQuery);
  // Redirects signed-in users, also from another tab.
  useEffect(() => {
    if (status === 'authenticated') router.history.replace(returnTo);
  }, [status, returnTo, router]);
  if (status !== 'unauthenticated' || !hasProviders) return <FullScreenLoading />;
  return (
    <SignInPage
      title={t('Sign in')}
      description={t('to {tenant}', { tenant: tenant.name })}
      foot={
        <div className="mt-6 grid gap-2 text-sm text-muted-foreground">
          {tenant.allowSelfRegistration && (
            <p>
              {t('No account yet?')}{' '}
              <Link to="/auth/register" className={LINK}>
                {t('Register as a customer')}
              </Link>
            </p>
          )}
          {tenant.guests.canBook && (
            <p>
              {t('Sending once?')}{' '}
              <Link to="/guest/quote" className={LINK}>
                {t('Book without an account')}
              </Link>
            </p>
          )}
          <p>
            <Link to="/track" className={LINK}>
              {t('Track a consignment')}
            </Link>
          </p>
        </div>
      }
    >
      {done && (
        <p
          role="status"
          className="mb-4 rounded-lg border border-border bg-success-soft px-3 py-2.5 text-sm text-success-text"
        >
          {done === 'password'
            ? t('Your new password is set. Please sign in.')
            : t('Your account is ready. Sign in with your email address and password.')}
        </p>
      )}
      <Outside
        returnTo={returnTo}
        {...(error ? { error } : {})}
        {...(userName ? { userName } : {})}
        onSignedIn={() => router.history.replace(returnTo)}
      />
    </SignInPage>
  );
}
