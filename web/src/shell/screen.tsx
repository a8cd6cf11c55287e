// Screens mount, and so fetch, only with their permission and feature.
import type { ComponentType } from 'react';
import { Link } from '@tanstack/react-router';
import { LockKeyhole, ToggleLeft } from 'lucide-react';
import { buttonClass, EmptyState } from '@waybill/plugin';
import type { PermissionName } from '../api/types.ts';
import { usePermissions, useSession } from '../api/session.ts';
import { useFeatures } from '../api/tenant.tsx';
import { useT, type Translate } from '../lib/i18n.ts';
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

function NotOnPlatform() {
  const t = useT();
  return (
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
  );
}

interface Guard {
  /** Its area's feature is needed with it. */
  needs: PermissionName;
  /** English, marked with msg(). */
  title: string;
  breadcrumbs?: (t: Translate) => Breadcrumb[];
}

/** `to` is the action in msg(): "see bookings". */
type Screen = Guard & ({ to: string; isPlatform?: never } | { isPlatform: true; to?: never });

/** Shows a heading and the reason to users who may not see the content. */
export function screen({ needs, title, to, breadcrumbs }: Screen, Content: ComponentType) {
  return function GuardedScreen() {
    const t = useT();
    const isPermitted = usePermissions().has(needs);
    const { isPlatformAdmin } = useSession();
    const features = useFeatures();
    const area = to === undefined ? null : areaOf(needs);
    // While features are loading the screen shows: the server decides.
    const isOff =
      area !== null && features.ready && !features.failed && !features.has(area.feature);
    if (isPermitted && !isOff && (to !== undefined || isPlatformAdmin)) return <Content />;
    return (
      <>
        <PageHeading title={t(title)} breadcrumbs={breadcrumbs?.(t) ?? []} />
        {to === undefined ? (
          <NotOnPlatform />
        ) : isOff ? (
          <NotTurnedOn name={area.text} />
        ) : (
          <NotPermitted to={to} />
        )}
      </>
    );
  };
}
