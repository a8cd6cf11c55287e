// The one QueryClient of the page, shared with plugins: patient with the network, not with
// refusals.
import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '@waybill/plugin';
import { isAway, reach } from './reach.ts';

const RETRIES = 3;

/**
 * Rejections are final and not retried; nor are calls while the server is known to be away, since
 * its return repeats them.
 */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (
    error instanceof ApiError &&
    error.status >= 400 &&
    error.status < 500 &&
    error.status !== 429
  )
    return false;
  if (!reach.get() && error instanceof ApiError && (error.status === 0 || isAway(error.status)))
    return false;
  return failures < RETRIES;
}

export const retryDelay = (attempt: number) => Math.min(1000 * 2 ** attempt, 30_000);

export const queryClient = new QueryClient({
  defaultOptions: {
    // Calls fail at once without a network: a paused query shows its skeleton for ever, and a
    // paused mutation would be sent later, when it is no longer expected.
    queries: {
      retry: shouldRetry,
      retryDelay,
      gcTime: 300_000,
      staleTime: 15_000,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});
