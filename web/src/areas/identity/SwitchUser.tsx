// /auth/switch: someone else signs in at this desk and goes on with the same page.
import { useEffect, useRef } from 'react';
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router';
import { Button } from '@waybill/plugin';
import { queryClient } from '../../api/query-client.ts';
import { useSession } from '../../api/session.ts';
import { useTenant } from '../../api/tenant.tsx';
import { FullScreenLoading } from '../../shell/Loading.tsx';
import { SignInForm } from './SignInForm.tsx';
import { SignInPage } from './SignInPage.tsx';

const route = getRouteApi('/bare/auth/switch');

export function SwitchUser() {
  const { returnTo = '/' } = route.useSearch();
  const session = useSession();
  const { name } = useTenant();
  const router = useRouter();
  const navigate = useNavigate();
  const done = useRef(false);
  const offered = session.isTenant && !session.isImpersonating;
  useEffect(() => {
    document.title = `Switch user · ${name}`;
  }, [name]);
  useEffect(() => {
    if (session.status === 'unauthenticated') void navigate({ to: '/auth/login', search: { returnTo }, replace: true });
    else if (session.status === 'authenticated' && !offered && !done.current) router.history.replace(returnTo);
  }, [session.status, offered, returnTo, navigate, router]);
  if (!session.data || !offered) return <FullScreenLoading />;
  const finish = () => {
    done.current = true;
    // What the first person saw is not for the second: the page starts from nothing.
    queryClient.clear();
    location.replace(returnTo);
  };
  return (
    <SignInPage
      title="Switch user"
      description={
        <>
          Signed in as <strong className="font-medium text-foreground">{session.data.user.name}</strong>. Someone else can go on here with their own account.
        </>
      }
      foot={
        <Button variant="ghost" className="mt-2 w-full" onClick={() => router.history.replace(returnTo)}>
          Stay signed in as {session.data.user.name}
        </Button>
      }
    >
      <SignInForm returnTo={returnTo} onSignedIn={finish} />
    </SignInPage>
  );
}
