// Start page of drivers while the driver pages are missing.
import { Link } from '@tanstack/react-router';
import { Truck } from 'lucide-react';
import { buttonClass, EmptyState } from '@waybill/plugin';
import { useT } from '../lib/i18n.ts';
import { PageHeading } from './PageHeading.tsx';

export function DriverHome() {
  const t = useT();
  return (
    <>
      <PageHeading title={t('Driver')} />
      <EmptyState
        icon={<Truck />}
        title={t('There are no pages for drivers yet')}
        description={t(
          'Your dispatcher gives you your runs. Here you can change your profile and password.',
        )}
        action={
          <Link
            to="/settings/$"
            params={{ _splat: 'profile' }}
            className={buttonClass({ variant: 'outline' })}
          >
            {t('View profile')}
          </Link>
        }
      />
    </>
  );
}
