// Leaves the shell for the driver pages, which the host serves.
import { useEffect } from 'react';
import { FullScreenLoading } from '../../shell/Loading.tsx';
import { NotFound } from '../../shell/Problems.tsx';

/** True if the server answered this address with the shell: it has no driver pages. */
function isServedHere(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation !== undefined && new URL(navigation.name).pathname === location.pathname;
}

export function Doorway() {
  const isMissing = isServedHere();
  useEffect(() => {
    if (!isMissing) location.reload();
  }, [isMissing]);
  return isMissing ? <NotFound /> : <FullScreenLoading />;
}
