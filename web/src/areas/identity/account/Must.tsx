// Required steps after sign-in: password or second factor.
import { useEffect, useState } from 'react';
import { getRouteApi, Link, useNavigate, useRouter } from '@tanstack/react-router';
import { useSession } from '../../../api/session.ts';
import { useT } from '../../../lib/i18n.ts';
import { FullScreenLoading } from '../../../shell/Loading.tsx';
import { ChangePassword } from '../profile/ChangePassword.tsx';
import { TwoFactorSetup } from '../profile/TwoFactorSetup.tsx';
import { LINK, SignInPage } from './SignInPage.tsx';

const passwordRoute = getRouteApi('/bare/auth/change-password');
const twoFactorRoute = getRouteApi('/bare/auth/two-factor');

/**
 * True while required; else redirects. A started step stays through session refreshes: recovery
 * codes must not disappear.
 */
function useRequiredStep(isRequired: boolean, returnTo: string): boolean {
  const { status } = useSession();
  const [begun, setBegun] = useState(isRequired);
  if (isRequired && !begun) setBegun(true);
  const isActive = isRequired || begun;
  const navigate = useNavigate();
  const router = useRouter();
  useEffect(() => {
    if (status === 'unauthenticated')
      void navigate({ to: '/auth/login', search: { returnTo }, replace: true });
    else if (status === 'authenticated' && !isActive) router.history.replace(returnTo);
  }, [status, isActive, returnTo, navigate, router]);
  return status === 'authenticated' && isActive;
}

function SignOut() {
  const t = useT();
  return (
    <p className="mt-6 text-sm">
      <Link to="/auth/logout" preload={false} className={LINK}>
        {t('Sign out instead')}
      </Link>
    </p>
  );
}

export function MustChangePassword() {
  const t = useT();
  const { returnTo = '/' } = passwordRoute.useSearch();
  const { mustChangePassword } = useSession();
  if (!useRequiredStep(mustChangePassword, returnTo)) return <FullScreenLoading />;
  return (
    <SignInPage
      title={t('Choose a new password')}
      description={t(
        'Your password was set by someone else or no longer meets the requirements. Choose a new one to continue.',
      )}
      foot={<SignOut />}
    >
      {/* Full reload, for the new permissions. */}
      <ChangePassword onChanged={() => location.replace(returnTo)} />
    </SignInPage>
  );
}

export function MustSetUpTwoFactor() {
  const t = useT();
  const { returnTo = '/' } = twoFactorRoute.useSearch();
  const { mustSetUpTwoFactor, mustChangePassword } = useSession();
  if (!useRequiredStep(mustSetUpTwoFactor && !mustChangePassword, returnTo))
    return <FullScreenLoading />;
  return (
    <SignInPage
      wide
      title={t('Set up two-factor authentication')}
      description={t(
        'Your organisation requires two-factor authentication. Setting it up takes about a minute.',
      )}
      foot={<SignOut />}
    >
      <TwoFactorSetup onDone={() => location.replace(returnTo)} />
    </SignInPage>
  );
}
