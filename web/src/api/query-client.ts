// The one QueryClient of the page, shared with plugins: patient with the network, not with
// refusals.
import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '@waybill/plugin';

const RETRIES = 3;

/** Rejections are final and not retried. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (
    error instanceof ApiError &&
    error.status >= 400 &&
    error.status < 500 &&
    error.status !== 429
  )
    return false;
  return failures < RETRIES;
}

export const retryDelay = (attempt: number) => Math.min(1000 * 2 ** attempt, 30_000);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: shouldRetry, retryDelay, gcTime: 300_000, staleTime: 15_000 },
  },
});
