// /auth/reset: sets a password by code.
import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { buttonClass, ErrorNote } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { ChoosePassword } from './ChoosePassword.tsx';
import { mailedCode } from './fragment.ts';
import { LINK, SignInPage } from './SignInPage.tsx';

export function Reset() {
  const t = useT();
  const [code] = useState(() => mailedCode(location.hash));
  if (!code) {
    return (
      <SignInPage title={t('Choose a new password')}>
        <ErrorNote
          message={t(
            'The link is incomplete. Open it from the email again, or copy the full link.',
          )}
        />
        <Link to="/auth/forgot" className={buttonClass({ size: 'lg', className: 'mt-5 w-full' })}>
          {t('Request a new link')}
        </Link>
      </SignInPage>
    );
  }
  return (
    <SignInPage
      title={t('Choose a new password')}
      description={t('You will be signed out on all devices.')}
      foot={
        <p className="mt-6 text-sm">
          <Link to="/auth/forgot" className={LINK}>
            {t('Request a new link')}
          </Link>
        </p>
      }
    >
      <ChoosePassword code={code} submitLabel={t('Set new password')} />
    </SignInPage>
  );
}
