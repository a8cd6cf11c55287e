// A stream of server-sent events that is open while the page is visible.
import { follow, type StreamOptions } from '../api/stream.ts';

export interface VisibleStream extends Pick<StreamOptions, 'onEvent' | 'onState'> {
  /** The page is shown again: events were missed meanwhile. */
  onReturn: () => void;
}

/** Follows until the returned function is called. Hidden pages leave connections to others. */
export function followWhileVisible(
  path: string,
  { onEvent, onState, onReturn }: VisibleStream,
): () => void {
  let ending: AbortController | null = null;
  const adjust = () => {
    const isVisible = document.visibilityState === 'visible';
    if (isVisible === (ending !== null)) return;
    if (!isVisible) {
      ending?.abort();
      ending = null;
      onState(false);
      return;
    }
    ending = new AbortController();
    void follow(path, { signal: ending.signal, onEvent, onState });
  };
  const onVisibility = () => {
    const was = ending !== null;
    adjust();
    if (!was && ending !== null) onReturn();
  };
  document.addEventListener('visibilitychange', onVisibility);
  adjust();
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    ending?.abort();
    ending = null;
    onState(false);
  };
}
