// Replaces screens without permission or feature before they fetch.
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { LockKeyhole, ToggleLeft } from 'lucide-react';
import { buttonClass, EmptyState } from '@waybill/plugin';
import type { PermissionName } from '../api/types.ts';
import { usePermissions, useSession } from '../api/session.ts';
import { useFeatures } from '../api/tenant.tsx';
import { useT } from '../lib/i18n.ts';
import { areaOf } from './navigation.ts';
import { PageHeading, type Breadcrumb } from './PageHeading.tsx';

/** Message without permission; `to` is the action in msg(): "see bookings". */
export function NotPermitted({ to }: { to: string }) {
  const t = useT();
  return (
    <EmptyState
      icon={<LockKeyhole />}
      title={t('You are not permitted to {to}', { to: t(to) })}
      description={t('Ask an administrator if you need access.')}
      action={
        <Link to="/" className={buttonClass({ variant: 'outline' })}>
          {t('Go to start page')}
        </Link>
      }
    />
  );
}

function NotTurnedOn({ name }: { name: string }) {
  const t = useT();
  return (
    <EmptyState
      icon={<ToggleLeft />}
      title={t('{name} is not turned on', { name: t(name) })}
      description={t('Ask an administrator to turn on this feature for your organisation.')}
      action={
        <Link to="/" className={buttonClass({ variant: 'outline' })}>
          {t('Go to start page')}
        </Link>
      }
    />
  );
}

export interface NeedsProps {
  /** Its area's feature is needed with it. */
  permission: PermissionName;
  /** Title and action: "see bookings". */
  title: string;
  to: string;
  breadcrumbs?: Breadcrumb[];
  children: ReactNode;
}

export function Needs({ permission, title, to, breadcrumbs = [], children }: NeedsProps) {
  const permitted = usePermissions().has(permission);
  const features = useFeatures();
  const area = areaOf(permission);
  // While features are loading the screen shows: the server decides.
  const isOff = area !== null && features.ready && !features.failed && !features.has(area.feature);
  if (permitted && !isOff) return children;
  return (
    <>
      <PageHeading title={title} breadcrumbs={breadcrumbs} />
      {isOff ? <NotTurnedOn name={area.text} /> : <NotPermitted to={to} />}
    </>
  );
}

/** Restricts to platform administrators with a permission. */
export function PlatformOnly({
  title,
  permission,
  children,
}: {
  title: string;
  permission: PermissionName;
  children: ReactNode;
}) {
  const t = useT();
  const { isPlatformAdmin } = useSession();
  const { has } = usePermissions();
  if (isPlatformAdmin && has(permission)) return children;
  return (
    <>
      <PageHeading title={title} />
      <EmptyState
        icon={<LockKeyhole />}
        title={t('Only for administrators of the platform')}
        description={t("Sign in at the platform's address.")}
        action={
          <Link to="/" className={buttonClass({ variant: 'outline' })}>
            {t('Go to start page')}
          </Link>
        }
      />
    </>
  );
}
