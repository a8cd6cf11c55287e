// Whether the screen is too narrow for columns.
import { useSyncExternalStore } from 'react';

const QUERY = '(max-width: 767px)';

function subscribe(listener: () => void): () => void {
  const media = matchMedia(QUERY);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(QUERY).matches);
