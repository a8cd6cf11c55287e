// /auth/login: sign in, then go on to where one was heading.
import { useEffect } from 'react';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useSession } from '../../api/session.ts';
import { useTenant } from '../../api/tenant.tsx';
import { FullScreenLoading } from '../../shell/Loading.tsx';
import { SignInForm } from './SignInForm.tsx';
import { SignInPage } from './SignInPage.tsx';

const route = getRouteApi('/bare/auth/login');

export function Login() {
  const { returnTo = '/', error } = route.useSearch();
  const { status } = useSession();
  const { name } = useTenant();
  const router = useRouter();
  useEffect(() => {
    document.title = `Sign in · ${name}`;
  }, [name]);
  // Whoever is signed in already, in this tab or by another one, goes straight on.
  useEffect(() => {
    if (status === 'authenticated') router.history.replace(returnTo);
  }, [status, returnTo, router]);
  if (status !== 'unauthenticated') return <FullScreenLoading />;
  return (
    <SignInPage title="Sign in" description={`to ${name}`}>
      <SignInForm returnTo={returnTo} {...(error ? { error } : {})} onSignedIn={() => router.history.replace(returnTo)} />
    </SignInPage>
  );
}
