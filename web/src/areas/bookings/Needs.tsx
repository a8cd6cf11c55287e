// Stands in for a screen that the caller may not see, before the screen asks the server for anything.
import type { ReactNode } from 'react';
import { LockKeyhole } from 'lucide-react';
import { EmptyState } from '@waybill/plugin';
import { usePermissions } from '../../api/session.ts';
import { useT } from '../../lib/i18n.ts';
import { PageHeading } from '../../shell/PageHeading.tsx';

export interface NeedsProps {
  permission: string;
  /** The title of the screen, and what one would do there: "see bookings". */
  title: string;
  to: string;
  children: ReactNode;
}

export function Needs({ permission, title, to, children }: NeedsProps) {
  const t = useT();
  if (usePermissions().has(permission)) return children;
  return (
    <>
      <PageHeading title={title} />
      <EmptyState icon={<LockKeyhole />} title={t('You are not permitted to {to}', { to: t(to) })} description={t('An administrator can give your role the permission {permission}.', { permission })} />
    </>
  );
}
