// /auth/enter: continues an impersonation from another host name.
import { useEffect, useRef, useState } from 'react';
import { Link } from '@tanstack/react-router';
import { buttonClass, errorMessage, ErrorNote } from '@waybill/plugin';
import { enterByToken } from '../../../api/sign-in.ts';
import { useT } from '../../../lib/i18n.ts';
import { FullScreenLoading } from '../../../shell/Loading.tsx';
import { enterToken, forgetFragment } from './fragment.ts';
import { SignInPage } from './SignInPage.tsx';

export function Enter() {
  const t = useT();
  const [token] = useState(() => enterToken(location.hash));
  const [failure, setFailure] = useState<string | null>(null);
  const isRequested = useRef(false);
  useEffect(() => {
    if (!token || isRequested.current) return;
    isRequested.current = true;
    forgetFragment();
    enterByToken(token).catch((error: unknown) => setFailure(errorMessage(error)));
  }, [token]);
  if (token && !failure) return <FullScreenLoading label={t('One moment')} />;
  return (
    <SignInPage title={t('The user could not be changed')}>
      <ErrorNote message={failure ?? t('The link is incomplete. Please start again.')} />
      <Link to="/" className={buttonClass({ size: 'lg', className: 'mt-5 w-full' })}>
        {t('Go to start page')}
      </Link>
    </SignInPage>
  );
}
