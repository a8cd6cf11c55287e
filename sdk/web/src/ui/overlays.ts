// Loads overlay components on idle or first use.
import { useEffect, useSyncExternalStore } from 'react';

type Parts = typeof import('./overlay-parts.tsx');

let parts: Parts | null = null;
let loading: Promise<void> | null = null;
const listeners = new Set<() => void>();

export function loadOverlays(): Promise<void> {
  loading ??= import('./overlay-parts.tsx').then(
    (loaded) => {
      parts = loaded;
      for (const listener of listeners) listener();
    },
    (error: unknown) => {
      loading = null; // The next request retries.
      throw error;
    },
  );
  return loading;
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Overlay components once loaded; `isNeeded` loads them. */
export function useOverlays(isNeeded: boolean): Parts | null {
  const present = useSyncExternalStore(subscribe, () => parts);
  useEffect(() => {
    if (isNeeded && !present)
      loadOverlays().catch((error: unknown) =>
        console.error('The overlays could not be fetched.', error),
      );
  }, [isNeeded, present]);
  return present;
}
