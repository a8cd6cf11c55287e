// A stream of server-sent events that is open while the page is visible.
import { follow, type StreamOptions } from '../api/stream.ts';

/**
 * Follows until the returned function is called. Hidden pages leave connections to others; a page
 * shown again opens the stream anew, and its `open` event means that events were missed.
 */
export function followWhileVisible(
  path: string,
  { onEvent, onState }: Pick<StreamOptions, 'onEvent' | 'onState'>,
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
  document.addEventListener('visibilitychange', adjust);
  adjust();
  return () => {
    document.removeEventListener('visibilitychange', adjust);
    ending?.abort();
    ending = null;
    onState(false);
  };
}
