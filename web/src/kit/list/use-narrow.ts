// True if the screen is too narrow for columns.
import { useCallback, useSyncExternalStore } from 'react';

function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

export const useNarrow = (): boolean => useMedia('(max-width: 767px)');

/** True for lists next to a panel. */
export const useNarrowBeside = (): boolean => useMedia('(max-width: 1279px)');
