// /auth/reset: a new password by the code of a mailed link.
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
        <ErrorNote message={t('The link is not complete. Open it from the e-mail once more, or copy the whole of it.')} />
        <Link to="/auth/forgot" className={buttonClass({ size: 'lg', className: 'mt-5 w-full' })}>
          {t('Ask for a new link')}
        </Link>
      </SignInPage>
    );
  }
  return (
    <SignInPage
      title={t('Choose a new password')}
      description={t('Everyone who is signed in with the old one is signed out.')}
      foot={
        <p className="mt-6 text-sm">
          <Link to="/auth/forgot" className={LINK}>
            {t('Ask for a new link')}
          </Link>
        </p>
      }
    >
      <ChoosePassword code={code} submitLabel={t('Set the new password')} />
    </SignInPage>
  );
}
