// Clears the cache when the session ends, and reloads when the user changes.
import { useEffect, useRef } from 'react';
import type { QueryClient } from '@tanstack/react-query';
import { useSession } from '../api/session.ts';

/** Removes everything but the tenant. */
export function forgetPerson(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'tenant' });
}

/** Pages under /auth/ hold no user data. */
function startAnew(): void {
  if (!location.pathname.startsWith('/auth/')) location.reload();
}

export function useSessionGuard(queryClient: QueryClient, reload: () => void = startAnew): void {
  const { status, data, customerId } = useSession();
  const person = data
    ? `${data.tenantId}/${data.user.id ?? data.user.email}/${customerId ?? ''}`
    : null;
  const before = useRef<string | null>(null);
  useEffect(() => {
    if (status === 'loading') return;
    if (before.current !== null && person === null) forgetPerson(queryClient);
    // Another tab signed in someone else.
    if (before.current !== null && person !== null && person !== before.current) reload();
    before.current = person;
  }, [status, person, queryClient, reload]);
}
