// What belongs to the platform alone: shown to its administrators, with the permission it needs.
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { buttonClass, EmptyState } from '@waybill/plugin';
import { usePermissions, useSession } from '../../../api/session.ts';
import { useT } from '../../../lib/i18n.ts';
import { PageHeading } from '../../../shell/PageHeading.tsx';

export function PlatformOnly({ title, permission, children }: { title: string; permission: string; children: ReactNode }) {
  const t = useT();
  const { isPlatformAdmin } = useSession();
  const { has } = usePermissions();
  if (isPlatformAdmin && has(permission)) return children;
  return (
    <>
      <PageHeading title={title} />
      <EmptyState
        icon={<Lock />}
        title={t('Only for administrators of the platform')}
        description={t('Sign in at the address of the platform.')}
        action={
          <Link to="/" className={buttonClass({ variant: 'outline' })}>
            {t('To the start')}
          </Link>
        }
      />
    </>
  );
}
