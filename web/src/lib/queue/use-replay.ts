// Sends a queue while a page is open, and at once when the network returns.
import { useEffect } from 'react';
import type { Queue } from './queue.ts';

/** Milliseconds between attempts to send. */
const REPLAY_INTERVAL = 20_000;

export function useReplay<Task>(queue: Queue<Task> | null, isOnline: boolean): void {
  useEffect(() => {
    if (!queue || !isOnline) return undefined;
    void queue.replay();
    const replays = setInterval(() => {
      if (queue.state().items.length > 0) void queue.replay();
    }, REPLAY_INTERVAL);
    const onVisible = () => {
      if (document.visibilityState === 'visible') void queue.replay();
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      clearInterval(replays);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [queue, isOnline]);
}
