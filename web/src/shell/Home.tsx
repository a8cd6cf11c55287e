// The address `/`: leads on to where this person's work is.
import { Navigate } from '@tanstack/react-router';
import { target } from '../lib/href.ts';
import { landing } from './landing.ts';
import { useViewer } from './viewer.ts';

export function Home() {
  return <Navigate {...target(landing(useViewer()))} replace />;
}
