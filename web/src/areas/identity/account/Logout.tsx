// /auth/logout: signs out.
import { useCallback, useEffect, useState } from 'react';
import { Button, ErrorNote } from '@waybill/plugin';
import { signOut } from '../../../api/sign-in.ts';
import { emptyDevice } from '../../../lib/driver-device.ts';
import { useT } from '../../../lib/i18n.ts';
import { FullScreenLoading } from '../../../shell/Loading.tsx';

export function Logout() {
  const t = useT();
  const [failed, setFailed] = useState(false);
  const leave = useCallback(() => {
    setFailed(false);
    const after = `${location.origin}/auth/login`;
    signOut(after)
      .then(emptyDevice)
      .then(
        // Full reload: clears the session from memory.
        () => location.replace(after),
        () => setFailed(true),
      );
  }, []);
  useEffect(leave, [leave]);
  if (!failed) return <FullScreenLoading label={t('Signing out')} />;
  return (
    <main className="grid min-h-dvh place-items-center px-6">
      <div className="grid w-full max-w-sm gap-4">
        <h1 className="text-lg font-semibold">{t('You are still signed in')}</h1>
        <ErrorNote message={t('Could not sign out because the server could not be reached.')} />
        <Button onClick={leave}>{t('Try again')}</Button>
      </div>
    </main>
  );
}
