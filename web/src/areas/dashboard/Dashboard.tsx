// The dashboard: shows the home page of the person's role.
import { lazy, Suspense } from 'react';
import { msg } from '../../lib/i18n.ts';
import { screen } from '../../shell/screen.tsx';
import { HomeHeading, useHome } from './HomeHeading.tsx';
import { Operations } from './Operations.tsx';
import { HomeSkeleton } from './parts.tsx';

const OtherHome = lazy(() => import('./OtherHome.tsx'));

export const Dashboard = screen(
  { needs: 'Pages.Booking', title: msg('Dashboard'), to: msg('see bookings') },
  Homes,
);

function Homes() {
  const { home } = useHome();
  if (home === 'operations') return <Operations />;
  return (
    <Suspense
      fallback={
        <>
          <HomeHeading />
          <HomeSkeleton />
        </>
      }
    >
      <OtherHome home={home} />
    </Suspense>
  );
}
