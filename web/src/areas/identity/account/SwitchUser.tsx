// /auth/switch: changes the user, or starts an impersonation.
import { useEffect, useRef } from 'react';
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router';
import { Button } from '@waybill/plugin';
import { queryClient } from '../../../api/query-client.ts';
import { usePermissions, useSession } from '../../../api/session.ts';
import { useT } from '../../../lib/i18n.ts';
import { FullScreenLoading } from '../../../shell/Loading.tsx';
import { EnterAs } from './EnterAs.tsx';
import { Outside } from './Outside.tsx';
import { SignInPage } from './SignInPage.tsx';

const route = getRouteApi('/bare/auth/switch');
const IMPERSONATION = 'Pages.Administration.Users.Impersonation';

export function SwitchUser() {
  const t = useT();
  const { returnTo = '/' } = route.useSearch();
  const session = useSession();
  const permissions = usePermissions();
  const router = useRouter();
  const navigate = useNavigate();
  const done = useRef(false);
  const offered = session.isTenant && !session.isImpersonating;
  useEffect(() => {
    if (session.status === 'unauthenticated')
      void navigate({ to: '/auth/login', search: { returnTo }, replace: true });
    else if (session.status === 'authenticated' && !offered && !done.current)
      router.history.replace(returnTo);
  }, [session.status, offered, returnTo, navigate, router]);
  if (!session.data || !offered) return <FullScreenLoading />;
  const { name } = session.data.user;
  const finish = () => {
    done.current = true;
    // Clears the previous user's data.
    queryClient.clear();
    location.replace(returnTo);
  };
  return (
    <SignInPage
      title={t('Switch user')}
      description={t(
        'Signed in as {name}. Another user can continue here with their own account.',
        { name },
      )}
      foot={
        <Button
          variant="ghost"
          className="mt-2 h-auto min-h-8.5 w-full py-1.5 break-words whitespace-normal"
          onClick={() => router.history.replace(returnTo)}
        >
          {t('Stay signed in as {name}', { name })}
        </Button>
      }
    >
      <Outside returnTo={returnTo} onSignedIn={finish} />
      {permissions.has(IMPERSONATION) && permissions.has('Pages.Administration.Users') && (
        <EnterAs ownId={session.data.user.id ?? null} />
      )}
    </SignInPage>
  );
}
