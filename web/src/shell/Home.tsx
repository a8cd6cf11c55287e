// The address `/`: leads on to where this person's work is.
import { Navigate } from '@tanstack/react-router';
import { target } from '../lib/href.ts';
import { DriverHome } from './DriverHome.tsx';
import { landing } from './landing.ts';
import { useViewer } from './viewer.ts';

export function Home() {
  const to = landing(useViewer());
  if (to === null) return <DriverHome />;
  return <Navigate {...target(to)} replace />;
}
