// State of the connection, for pages that work without one.
import { useSyncExternalStore } from 'react';
import { reach } from '../api/reach.ts';

const subscribe = (listener: () => void) => {
  const stop = reach.subscribe(listener);
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    stop();
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
};

/** True if the server was reached last and the device has a network. */
export const useIsOnline = (): boolean =>
  useSyncExternalStore(subscribe, () => navigator.onLine && reach.get());
