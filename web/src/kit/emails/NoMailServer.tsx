// Warning on screens that are about to send email while there is no mail server.
import { Link } from '@tanstack/react-router';
import { WarningNote } from '@waybill/plugin';
import { usePermissions, useSession } from '../../api/session.ts';
import { useTenant } from '../../api/tenant.tsx';
import { useT } from '../../lib/i18n.ts';

export function NoMailServer({ className }: { className?: string }) {
  const t = useT();
  const { hasMailServer } = useTenant();
  const { isTenant } = useSession();
  const { has } = usePermissions();
  if (hasMailServer) return null;
  return (
    <WarningNote role="note" className={className ?? ''}>
      <p>
        {isTenant
          ? t('There is no mail server, so emails are not sent.')
          : t('Emails cannot be sent at the moment.')}
      </p>
      {isTenant &&
        (has('Pages.Administration.Tenant.Settings') ? (
          <Link
            to="/settings/$"
            params={{ _splat: 'email' }}
            className="justify-self-start font-medium underline underline-offset-2"
          >
            {t('Set up a mail server')}
          </Link>
        ) : (
          <p>{t('An administrator sets one in the settings under Email.')}</p>
        ))}
    </WarningNote>
  );
}
